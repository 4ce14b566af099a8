// Right, but the first warp of each block has all its laps.
// rejected by: model
// expect: or more can share them out
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;
constexpr int kRequests = 128;

__global__ void up_and_down(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  if (t >= 32) return;
  for (int lap = t / kColumns; lap < kBlock / kColumns; lap += 2) {
    const int row = blockIdx.x * (kBlock / kColumns) + lap;
    const float height = row < rows ? in[row * kColumns + column] : 0;
    const float next = __shfl_sync(~0u, height, column + 1, kColumns);
    float sum = fabsf(next - height);
    for (int offset = kColumns / 2; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(~0u, sum, offset, kColumns);
    }
    if (column == 0 && row < rows) out[row] = sum;
  }
}
