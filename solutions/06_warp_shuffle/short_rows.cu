// Exercise · short_rows: the lengths of many vectors. Right, and slower than it has to be.
// The task and its hints are in README.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kColumns = 16;  // components of a vector
constexpr int kBlock = 256;   // threads, for 16 vectors

// TODO (about 12 lines): answer the question, then mend the kernel
// How many requests to shared memory, loads and stores, has a block with 16 vectors, as the kernel is now?
constexpr int kRequests = 112;  // 8 warps: a store; 4 rounds of 2 loads and a store; a load

// out[row] = the length of vector `row`, the root of the sum of its squares. Launched with 16 threads
// per vector; the last block may have fewer vectors than threads for them.
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
// END
