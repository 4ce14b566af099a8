// What is not negative need not be positive.
// rejected by: result
// expect: FAILED
// expect: index 1
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr bool kCaseIsOpen = true;
constexpr int kThreadsInTheLoop = 232;

__global__ void weigh_rows(float* out, const float* in, int columns) {
  const float* row = in + blockIdx.x * columns;
  float* to = out + blockIdx.x * columns;
  int total = 0;
  for (int first = 0; first < columns; first += kBlock) {
    const int x = first + threadIdx.x;
    total += __syncthreads_count(x < columns && row[x] >= 0);
  }
  for (int x = threadIdx.x; x < columns; x += kBlock) to[x] = row[x] * total / columns;
}
