// Right, with a store, a barrier and a load for what a shuffle does.
// rejected by: model
// expect: requests to shared memory:
// expect: the lane below has the price in a register
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  __shared__ float all[1024];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  if (i < n) all[t] = prices[i];
  __syncthreads();
  if (i >= n) return;
  const float yesterday = t > 0 ? all[t - 1] : i > 0 ? prices[i - 1] : all[0];
  changes[i] = all[t] - yesterday;
}
