// Right, and every price is loaded twice.
// rejected by: model
// expect: sectors loaded:
// expect: load each price once
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) changes[i] = i > 0 ? prices[i] - prices[i - 1] : 0;
}
