// As it was: right, with every number in shared memory.
// rejected by: model
// expect: requests to shared memory:
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
  __syncthreads();
  const float next = mine[t - column + (column + 1) % kColumns];
  __syncthreads();  // all have read: the array is free for the differences
  mine[t] = fabsf(next - height);
  for (int stride = kColumns / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (column < stride) mine[t] += mine[t + stride];
  }
  if (column == 0 && row < rows) out[row] = mine[t];
}
