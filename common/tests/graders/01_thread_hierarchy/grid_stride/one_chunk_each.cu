// Right, and every lane of a warp is somewhere else.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: sectors per load:
// expect: neighbours
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x, share = (n + threads - 1) / threads;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * share;
  for (int i = first; i < first + share && i < n; ++i) out[i] = in[i] * in[i];
}
