// As it was: right, with every partial sum in shared memory.
// counted
// expect: FAILED  rows = 1: requests to shared memory is 105, and can be 0
#include <cuda_runtime.h>

constexpr int kColumns = 16;  // components of a vector
constexpr int kBlock = 256;   // threads, for 16 vectors

constexpr int kRequests = 112;

__global__ void lengths(float* out, const float* in, int rows) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float x = row < rows ? in[row * kColumns + column] : 0;
  mine[t] = x * x;
  for (int stride = kColumns / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (column < stride) mine[t] += mine[t + stride];
  }
  if (column == 0 && row < rows) out[row] = sqrtf(mine[t]);
}
