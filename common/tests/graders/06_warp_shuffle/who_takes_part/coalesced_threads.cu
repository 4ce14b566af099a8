// A group of the threads that happen to be here is as little a statement as __activemask().
// rejected by: result
// expect: FAILED  columns = 1000: __activemask() or coalesced_threads() was asked
#include <cooperative_groups.h>
#include <cuda_runtime.h>

constexpr unsigned kAll = ~0u;
constexpr bool kCaseIsOpen = true;
constexpr int kLanesAtTheVote = 8;
constexpr int kLanesInTheMask = 4;

namespace cg = cooperative_groups;

__global__ void sum_before(float* sums, const float* in, int columns) {
  const int lane = threadIdx.x;
  const float* row = in + blockIdx.x * columns;
  float sum = 0;
  for (int x = lane; x < columns; x += 32) {
    const unsigned negative = cg::coalesced_threads().ballot(row[x] < 0);
    const int end = negative == 0 ? 32 : __ffs(negative) - 1;
    if (lane < end) sum += row[x];
    if (negative != 0) break;
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAll, sum, offset);
  if (lane == 0) sums[blockIdx.x] = sum;
}

__global__ void steps_together(int* sums, const int* in, int n) {
  const int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  int x = i < n ? in[i] : 1, steps = 0;
  while (x % 2 == 0) {
    x /= 2;
    ++steps;
  }
  const int sum = __reduce_add_sync(kAll, steps);
  if (lane == 0) sums[blockIdx.x] = sum;
}
