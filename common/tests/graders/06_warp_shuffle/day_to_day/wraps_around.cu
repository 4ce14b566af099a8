// __shfl_sync counts modulo 32: lane 0 gets the price of lane 31, which comes a month later.
// rejected by: result
// expect: index 32: expected
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float today = i < n ? prices[i] : 0;
  const float yesterday = __shfl_sync(~0u, today, threadIdx.x - 1);
  if (i < n) changes[i] = i > 0 ? today - yesterday : 0;
}
