// The lanes past the end stay away, and the mask is who happens to be in the branch. Nothing says that the
// lane below is there, too.
// rejected by: result
// expect: FAILED  __activemask() or coalesced_threads() was asked
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float today = prices[i];
    float yesterday = __shfl_up_sync(__activemask(), today, 1);
    if (threadIdx.x % 32 == 0) yesterday = i > 0 ? prices[i - 1] : today;
    changes[i] = today - yesterday;
  }
}
