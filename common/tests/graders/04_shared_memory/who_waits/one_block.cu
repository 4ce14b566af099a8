// Nobody waits for ever, and one block does all rows.
// rejected by: model
// expect: written by block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float* to = out + blockIdx.x * columns;
  if (blockIdx.x > 0) return;
  for (int r = 0; r < gridDim.x; ++r, row += columns, to += columns) {
    int total = 0;
    for (int first = 0; first < columns; first += kBlock) {
      const int x = first + threadIdx.x;
      total += __syncthreads_count(x < columns && row[x] > 0);
    }
    for (int x = threadIdx.x; x < columns; x += kBlock) to[x] = row[x] * total / columns;
  }
}
