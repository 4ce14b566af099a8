// Without the barrier after the loop nobody waits for ever, but total is read before it is set.
// rejected by: model
// expect: simt: read of shared memory that nobody has written
// expect: of total
// expect: columns = 1000: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  __shared__ int total;
  const float* row = in + blockIdx.x * columns;
  int positives = 0;
  for (int x = threadIdx.x; x < columns; x += kBlock) {
    positives += __syncthreads_count(row[x] > 0);
  }
  if (threadIdx.x == 0) total = positives;  // thread 0 was there each time
  for (int x = threadIdx.x; x < columns; x += kBlock) {
    out[blockIdx.x * columns + x] = row[x] * total / columns;
  }
}
