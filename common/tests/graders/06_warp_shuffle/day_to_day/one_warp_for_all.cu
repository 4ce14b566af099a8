// Right, and all warps but one have nothing to do.
// rejected by: model
// expect: elements of changes were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  if (blockIdx.x > 0 || threadIdx.x >= 32) return;
  const int lane = threadIdx.x;
  float before = prices[0];
  for (int first = 0; first < n; first += 32) {
    const float today = first + lane < n ? prices[first + lane] : 0;
    float yesterday = __shfl_up_sync(~0u, today, 1);
    if (lane == 0) yesterday = before;
    if (first + lane < n) changes[first + lane] = today - yesterday;
    before = __shfl_sync(~0u, today, 31);
  }
}
