// Each price is loaded once, by lanes that are four apart: each of four requests asks for the same sectors.
// rejected by: hardware counter
// expect: sectors loaded:
// expect: the lanes of a warp load prices that are apart
#include <cuda_runtime.h>

__global__ void day_to_day(float* changes, const float* prices, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, first = 4 * t;
  float days[4];
  for (int k = 0; k < 4; ++k) days[k] = first + k < n ? prices[first + k] : 0;
  float before = __shfl_up_sync(~0u, days[3], 1);
  if (threadIdx.x % 32 == 0 && first < n) before = first > 0 ? prices[first - 1] : days[0];
  for (int k = 0; k < 4 && first + k < n; ++k) {
    changes[first + k] = days[k] - before;
    before = days[k];
  }
}
