// Exercise · ranking_list: who is first, second, third? Three arrays in one shared allocation.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Block b ranks the n contestants from b * n on: contestant i plays in league[i], has points[i] and
// the number number[i]. League 'A' comes before 'B'; within a league, more points come first, and with
// equal points the smaller number. No two contestants have the same number.

// The bytes of dynamic shared memory that a block needs: league, points, number of n contestants.
std::size_t shared_bytes(int n) {
  // TODO (about 1 line): the same places as in the kernel
  return n * (sizeof(double) + sizeof(int) + sizeof(char));
  // END
}

// Launched with a block of 64 threads for each group of n, and shared_bytes(n). ranked[b * n] gets
// the number of the first in group b, ranked[b * n + n - 1] that of the last.
__global__ void rank_group(int* ranked, const char* league, const double* points, const int* number,
                           int n) {
  // TODO (about 24 lines): copy the group to shared memory; how many come before each of them?
  // By falling alignment, so that there are no gaps.
  extern __shared__ double group_points[];
  auto* group_number = reinterpret_cast<int*>(group_points + n);
  auto* group_league = reinterpret_cast<char*>(group_number + n);
  const int first = blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    group_points[i] = points[first + i];
    group_number[i] = number[first + i];
    group_league[i] = league[first + i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int before = 0;
    for (int k = 0; k < n; ++k) {
      if (group_league[k] != group_league[i]) {
        before += group_league[k] < group_league[i];
      } else if (group_points[k] != group_points[i]) {
        before += group_points[k] > group_points[i];
      } else {
        before += group_number[k] < group_number[i];
      }
    }
    ranked[first + before] = group_number[i];
  }
  // END
}
