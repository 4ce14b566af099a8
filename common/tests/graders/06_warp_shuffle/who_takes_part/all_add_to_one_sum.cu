// The lanes add to one sum in memory and overwrite what others have added.
// rejected by: model
// expect: simt: race on global memory: two threads of a block
// expect: (parameter sums)
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
  const int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  if (lane == 0) sums[blockIdx.x] = 0;
  __syncwarp();
  for (int x = i < n ? in[i] : 1; x % 2 == 0; x /= 2) sums[blockIdx.x] += 1;
}
