// Nobody waits for ever, and one warp of the block does its row.
// rejected by: model
// expect: warps;
// expect: can share them out
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float* to = out + blockIdx.x * columns;
  if (threadIdx.x >= 32) return;
  int total = 0;
  for (int first = 0; first < columns; first += 32) {
    const int x = first + threadIdx.x;
    total += __popc(__ballot_sync(~0u, x < columns && row[x] > 0));
  }
  for (int x = threadIdx.x; x < columns; x += 32) to[x] = row[x] * total / columns;
}
