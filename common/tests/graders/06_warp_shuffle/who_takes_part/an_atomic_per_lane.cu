// A right sum, by an atomic operation of each lane instead of a mask that fits.
// rejected by: model
// expect: atomic operations:
// expect: needs no atomics if it is right
#include <cuda_runtime.h>

constexpr unsigned kAll = ~0u;

constexpr bool kCaseIsOpen = true;
constexpr int kLanesAtTheVote = 8;
constexpr int kLanesInTheMask = 4;

__global__ void sum_before(float* sums, const float* in, int columns) {
  const int lane = threadIdx.x;
  const float* row = in + blockIdx.x * columns;
  float sum = 0;
  for (int first = 0; first < columns; first += 32) {  // the same rounds for all lanes
    const float value = first + lane < columns ? row[first + lane] : 0;
    const unsigned negative = __ballot_sync(kAll, value < 0);
    const int end = negative == 0 ? 32 : __ffs(negative) - 1;
    if (lane < end) sum += value;
    if (negative != 0) break;
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAll, sum, offset);
  if (lane == 0) sums[blockIdx.x] = sum;
}

__global__ void steps_together(int* sums, const int* in, int n) {
  const int i = blockIdx.x * 32 + threadIdx.x;
  if (threadIdx.x == 0) sums[blockIdx.x] = 0;
  __syncwarp();
  int x = i < n ? in[i] : 1, steps = 0;
  while (x % 2 == 0) {
    x /= 2;
    ++steps;
  }
  atomicAdd(&sums[blockIdx.x], steps);
}
