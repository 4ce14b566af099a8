// As it was: 8 lanes wait at the vote for 24 that have left the loop.
// rejected by: model
// expect: deadlock
// expect: 8 threads wait in a warp collective with mask 0xffffffff
// expect: 24 threads wait in a warp collective with mask 0xffffffff
// expect: FAILED  columns = 1000: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr unsigned kAll = ~0u;

constexpr bool kCaseIsOpen = true;
constexpr int kLanesAtTheVote = 8;
constexpr int kLanesInTheMask = 4;

__global__ void sum_before(float* sums, const float* in, int columns) {
  const int lane = threadIdx.x;
  const float* row = in + blockIdx.x * columns;
  float sum = 0;
  for (int x = lane; x < columns; x += 32) {
    const unsigned negative = __ballot_sync(kAll, row[x] < 0);
    const int end = negative == 0 ? 32 : __ffs(negative) - 1;
    if (lane < end) sum += row[x];
    if (negative != 0) break;
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(kAll, sum, offset);
  if (lane == 0) sums[blockIdx.x] = sum;
}

__global__ void steps_together(int* sums, const int* in, int n) {
  const int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  int x = i < n ? in[i] : 1;
  for (int steps = 0;; ++steps) {
    if (x % 2 != 0) {
      const unsigned here = __activemask();
      const int sum = __reduce_add_sync(here, steps);
      if (lane == __ffs(here) - 1) sums[blockIdx.x] = sum;
      break;
    }
    x /= 2;
  }
}
