// Right, but two blocks always do the same work.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: store requests:
// expect: do several blocks take the same elements
#include <cuda_runtime.h>

// Launched with 4 blocks of 64 threads, whatever n is, and with other grids.
__global__ void square(float* out, const float* in, int n) {
  const long long threads = 1LL * (gridDim.x + 1) / 2 * blockDim.x;
  for (long long i = 1LL * (blockIdx.x / 2) * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i] * in[i];
  }
}
