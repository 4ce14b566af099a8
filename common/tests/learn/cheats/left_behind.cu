// Leaves a process behind, which outlives the check.
// state: wrong
// because: index 0: expected
#include <unistd.h>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor + in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  static bool is_there = false;
  if (!is_there && fork() == 0) {
    setsid();
    if (fork() == 0) {
      for (;;) sleep(1000);
    }
    _exit(0);
  }
  is_there = true;
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
