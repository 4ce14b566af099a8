// "Down" stops at the edge: lane 15 gets its own height, and the way back to the start is missing.
// rejected by: result
// expect: FAILED  rows = 1: lap 0 is open: the way from column 15 back to the height of column 0 is missing
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 128;

__global__ void up_and_down(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float height = row < rows ? in[row * kColumns + column] : 0;
  const float next = __shfl_down_sync(~0u, height, 1, kColumns);
  float sum = fabsf(next - height);
  for (int offset = kColumns / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kColumns);
  }
  if (column == 0 && row < rows) out[row] = sum;
}
