// One request per thread? A warp makes one request for all its lanes.
// expect: FAILED  kRequests: your answer is 3584, which is not it
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 3584;

__global__ void lengths(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float x = row < rows ? in[row * kColumns + column] : 0;
  float sum = x * x;
  for (int offset = kColumns / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kColumns);  // two vectors per warp
  }
  if (column == 0 && row < rows) out[row] = sqrtf(sum);
}
