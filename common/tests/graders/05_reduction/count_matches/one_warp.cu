// Right, by a single warp.
// rejected by: model
// expect: basic blocks of the busiest warp:
// expect: share the work out
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i >= 32) return;
  int sum = 0;
  for (int k = t; k < n; k += 32) sum += in[k] == value;
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
  if (t == 0) *count += sum;
}
