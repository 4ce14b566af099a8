// Every thread goes through the loop as often as the others, and in the last round past its row.
// rejected by: result
// expect: columns = 1000:
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  int positives = 0;
  for (int first = 0; first < columns; first += kBlock) {
    const int x = first + threadIdx.x;
    positives += __syncthreads_count(row[x] > 0);
  }
  for (int x = threadIdx.x; x < columns; x += kBlock) {
    out[blockIdx.x * columns + x] = row[x] * positives / columns;
  }
}
