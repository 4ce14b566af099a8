// The barriers are gone, the array is not: the warp needs an order for it.
// rejected by: compute-sanitizer racecheck
// expect: race on shared memory
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 128;

__global__ void up_and_down(float* out, const float* in, int rows) {
  __shared__ float mine[kBlock];
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  const float height = row < rows ? in[row * kColumns + column] : 0;
  mine[t] = height;
  const float next = mine[t - column + (column + 1) % kColumns];
  mine[t] = fabsf(next - height);
  for (int stride = kColumns / 2; stride > 0; stride /= 2) {
    if (column < stride) mine[t] += mine[t + stride];
  }
  if (column == 0 && row < rows) out[row] = mine[t];
}
