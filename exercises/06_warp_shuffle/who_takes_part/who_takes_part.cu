// Exercise · who_takes_part: two kernels, and in both a mask that does not fit. Find out what it does.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr unsigned kAll = ~0u;  // 32 lanes

// TODO (about 10 lines): open the case, read the report, answer, and repair both kernels
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernels
// Rows of 1000 columns: how many lanes of a warp wait at the vote when none of them can go on?
constexpr int kLanesAtTheVote = -1;
// The second kernel stored a wrong count. How many lanes were in the mask of the lane that stored it?
constexpr int kLanesInTheMask = -1;

// The sum of each row up to, not including, its first negative element; of the whole row if there is
// none. Launched with a warp per row.
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

// Halve a number until it is odd: how many of 32 numbers, all above 0, need more steps than the average
// of them? Launched with a warp per 32 numbers; the last warp may have fewer.
__global__ void above_average(int* counts, const int* in, int n) {
  const int lane = threadIdx.x, i = blockIdx.x * 32 + lane;
  int x = i < n ? in[i] : 1;
  for (int steps = 0;; ++steps) {
    if (x % 2 != 0) {
      const unsigned here = __activemask();
      const int sum = __reduce_add_sync(here, steps), numbers = __popc(here);
      const unsigned above = __ballot_sync(here, steps * numbers > sum);
      if (lane == __ffs(here) - 1) counts[blockIdx.x] = __popc(above);
      break;
    }
    x /= 2;
  }
}
// END
