// Exercise · short_rows: how far many laps go up and down. Right, and slower than it has to be.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kColumns = 16;  // heights of a lap
constexpr int kBlock = 256;   // threads, for 16 laps

// TODO (about 12 lines): answer the question, then fix the kernel
// How many requests to shared memory, loads and stores, does a block with 16 laps make, as you found it?
constexpr int kRequests = -1;

// out[row] = how far lap `row` goes up and down together: the sum of |next height - height|. After the
// last height comes the first one. Launched with 16 threads per lap; the last block may have fewer laps
// than threads for them.
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
// END
