// The barriers are gone, the array is not: the warp needs an order for it.
// counted
// expect: race on shared memory
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 112;

__global__ void lengths(float* out, const float* in, int rows) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float x = row < rows ? in[row * kColumns + column] : 0;
  mine[t] = x * x;
  for (int stride = kColumns / 2; stride > 0; stride /= 2) {
    if (column < stride) mine[t] += mine[t + stride];
  }
  if (column == 0 && row < rows) out[row] = sqrtf(mine[t]);
}
