// One request per thread? A warp makes one request for all its lanes.
// rejected by: result
// expect: FAILED  kRequests: your answer is 4096, which is not it
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 4096;

__global__ void up_and_down(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float height = row < rows ? in[row * kColumns + column] : 0;
  const float next = __shfl_sync(~0u, height, column + 1, kColumns);
  float sum = fabsf(next - height);
  for (int offset = kColumns / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kColumns);
  }
  if (column == 0 && row < rows) out[row] = sum;
}
