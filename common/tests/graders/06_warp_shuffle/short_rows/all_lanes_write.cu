// All 16 lanes of a lap write its place, each its own sum: only that of column 0 is whole.
// rejected by: model
// expect: race on global memory
// expect: let one thread write, the one that has the result
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
  for (int offset = kColumns / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, kColumns);
  }
  if (row < rows) out[row] = sum;
}
