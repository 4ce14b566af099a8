// Right, but the first warp adds up for all.
// rejected by: model
// expect: written by thread (0,0,0) of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

constexpr unsigned kAll = ~0u;
constexpr bool kCaseIsOpen = true;
constexpr int kLanesAtTheVote = 8;
constexpr int kLanesInTheMask = 4;

__global__ void sum_before(float* sums, const float* in, int columns) {
  const int lane = threadIdx.x;
  const float* row = in + blockIdx.x * columns;
  float sum = 0;
  for (int first = 0; first < columns; first += 32) {
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
  if (blockIdx.x > 0) return;
  const int lane = threadIdx.x;
  for (int first = 0; first < n; first += 32) {
    const int x = first + lane < n ? in[first + lane] : 1;
    const int sum = __reduce_add_sync(kAll, __ffs(x) - 1);
    if (lane == 0) sums[first / 32] = sum;
  }
}
