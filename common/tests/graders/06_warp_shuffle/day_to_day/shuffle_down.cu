// From the lane above: that is the change until tomorrow.
// rejected by: result
// expect: index 1: expected
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float today = i < n ? prices[i] : 0;
  float other = __shfl_down_sync(~0u, today, 1);
  if (i >= n) return;
  if (threadIdx.x % 32 == 31) other = i < n - 1 ? prices[i + 1] : today;
  changes[i] = i > 0 ? other - today : 0;
}
