// Nobody waits for ever, and what is left of the row is not counted.
// rejected by: result
// expect: columns = 1000: out, index
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float* to = out + blockIdx.x * columns;
  int total = 0;
  for (int r = 0; r < columns / kBlock; ++r)
    total += __syncthreads_count(row[r * kBlock + threadIdx.x] > 0);
  for (int x = threadIdx.x; x < columns; x += kBlock) to[x] = row[x] * total / columns;
}
