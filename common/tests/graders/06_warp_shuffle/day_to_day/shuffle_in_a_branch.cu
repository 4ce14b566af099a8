// Lane 0 is in the mask but not in the branch, and lane 1 wants its price.
// rejected by: model
// expect: lane 1 shuffles from lane 0
// expect: let every lane that is read from make the call
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float today = prices[i];
  float yesterday;
  if (threadIdx.x % 32 > 0) {
    yesterday = __shfl_up_sync(~0u, today, 1);
  } else {
    yesterday = i > 0 ? prices[i - 1] : today;
  }
  changes[i] = today - yesterday;
}
