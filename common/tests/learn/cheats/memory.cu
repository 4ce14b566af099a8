// Takes all memory.
// state: takes too long
// because: memory: 4096 MB
#include <cstdlib>
#include <cstring>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor + in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  for (;;) {
    void* const memory = std::malloc(64 << 20);
    if (memory != nullptr) std::memset(memory, 1, 64 << 20);
  }
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
