// Four rounds are needed: 8, 4, 2 and 1. The last one is left out.
// rejected by: result
// expect: index 0: expected
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 128;

__global__ void up_and_down(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float height = row < rows ? in[row * kColumns + column] : 0;
  const float next = __shfl_sync(~0u, height, column + 1, kColumns);
  float sum = fabsf(next - height);
  for (int offset = kColumns / 2; offset > 1; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kColumns);
  }
  if (column == 0 && row < rows) out[row] = sum;
}
