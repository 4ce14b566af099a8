// Each lane shuffles only in the rounds in which it adds: the others do not give their sums.
// rejected by: model
// expect: which is not in the mask
// expect: let every lane that is read from make the call
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
    const unsigned mask = __ballot_sync(~0u, column < offset);
    if (column < offset) sum += __shfl_down_sync(mask, sum, offset, kColumns);
  }
  if (column == 0 && row < rows) out[row] = sum;
}
