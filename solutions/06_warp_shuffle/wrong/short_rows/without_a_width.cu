// The warp is one group of 32: the lower vector gets the sum of both.
// expect: FAILED  rows = 2: index 0: expected
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 112;

__global__ void lengths(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float x = row < rows ? in[row * kColumns + column] : 0;
  float sum = x * x;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (column == 0 && row < rows) out[row] = sqrtf(sum);
}
