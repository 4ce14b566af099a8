// Right, but the first warp of each block has all of its days.
// rejected by: model
// expect: of changes were written by
// expect: or more can share them out
#include <cuda_runtime.h>
__global__ void day_to_day(float* changes, const float* prices, int n) {
  if (threadIdx.x >= 32) return;
  const int lane = threadIdx.x, begin = blockIdx.x * blockDim.x;
  float before = begin > 0 && begin <= n ? prices[begin - 1] : prices[0];
  for (int k = 0; k < blockDim.x; k += 32) {
    const int i = begin + k + lane;
    const float today = i < n ? prices[i] : 0;
    float yesterday = __shfl_up_sync(~0u, today, 1);
    if (lane == 0) yesterday = before;
    if (i < n) changes[i] = today - yesterday;
    before = __shfl_sync(~0u, today, 31);
  }
}
