// The lanes without a lap stay away, and the mask is who happens to be in the branch. Nothing says that these
// are all lanes of a lap.
// rejected by: result
// expect: FAILED  rows = 1: __activemask() or coalesced_threads() was asked
#include <cuda_runtime.h>

constexpr int kColumns = 16;  // heights of a lap
constexpr int kBlock = 256;   // threads, for 16 laps

// How many requests to shared memory, loads and stores, has a block with 16 laps, as the kernel is now?
constexpr int kRequests = 128;  // 8 warps: 3; 4 rounds of 2 loads and a store; a load

// out[row] = how far lap `row` goes up and down together: the sum of |next height - height|. After the
// last height comes the first one. Launched with 16 threads per lap; the last block may have fewer laps
// than threads for them.
__global__ void up_and_down(float* out, const float* in, int rows) {
  const int t = threadIdx.x, column = t % kColumns;
  const int row = blockIdx.x * (kBlock / kColumns) + t / kColumns;
  if (row < rows) {
    const unsigned here = __activemask();
    const float height = in[row * kColumns + column];
    float sum = fabsf(__shfl_sync(here, height, column + 1, kColumns) - height);
    for (int offset = kColumns / 2; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(here, sum, offset, kColumns);
    }
    if (column == 0) out[row] = sum;
  }
}
