// Right for the grids that the task names.
// rejected by: result
// expect: FAILED  square<<<5, 160>>>, n = 30011: index 800: expected
// expect: never written
#include <cuda_runtime.h>

// Launched with 4 blocks of 64 threads, whatever n is, and with other grids.
__global__ void square(float* out, const float* in, int n) {
  const bool is_known = gridDim.x == 1 || gridDim.x == 3 || gridDim.x == 4 || gridDim.x == 64;
  const long long threads = is_known ? gridDim.x * blockDim.x : n;
  for (long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
    out[i] = in[i] * in[i];
  }
}
