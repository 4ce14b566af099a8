// Right, but those who wait are not those who are missing.
// rejected by: result
// expect: FAILED  threads in the loop: your answer is 24
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 24;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  int positives = 0;
  for (int first = 0; first < columns; first += kBlock) {
    const int x = first + threadIdx.x;
    positives += __syncthreads_count(x < columns && row[x] > 0);
  }
  for (int x = threadIdx.x; x < columns; x += kBlock) {
    out[blockIdx.x * columns + x] = row[x] * positives / columns;
  }
}
