// Lane 0 of every warp gets its own price back, and a change of 0.
// rejected by: result
// expect: index 32: expected
// expect: got 0
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float today = i < n ? prices[i] : 0;
  const float yesterday = __shfl_up_sync(~0u, today, 1);
  if (i < n) changes[i] = today - yesterday;
}
