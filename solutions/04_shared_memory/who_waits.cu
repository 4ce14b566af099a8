// Exercise · who_waits: a kernel that never ends, or does it? Find out who waits, and for whom.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;

// TODO (about 5 lines): open the case, read the report, answer, and repair the kernel
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// columns = 1000: how many threads of a block are at the barrier in the loop when no thread can go on?
constexpr int kThreadsInTheLoop = 232;

// Multiplies every row by its share of positive elements. Launched with a block of kBlock threads
// per row; `in` and `out` have one row of `columns` elements after the other.
__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  int positives = 0;
  for (int first = 0; first < columns; first += kBlock) {  // as many rounds for every thread
    const int x = first + threadIdx.x;
    positives += __syncthreads_count(x < columns && row[x] > 0);
  }
  for (int x = threadIdx.x; x < columns; x += kBlock) {
    out[blockIdx.x * columns + x] = row[x] * positives / columns;
  }
}
// END
