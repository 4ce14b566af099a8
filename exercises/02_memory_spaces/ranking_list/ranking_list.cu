// Exercise · ranking_list: who is first, second, third? Three arrays in one shared allocation.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Block b ranks the n contestants from b * n on: contestant i plays in league[i], has points[i] and
// the number number[i]. League 'A' comes before 'B'; within a league, more points come first, and with
// equal points the smaller number. No two contestants have the same number.

// The bytes of dynamic shared memory that a block needs: league, points, number of n contestants.
std::size_t shared_bytes(int n) {
  // TODO (about 1 line): the same places as in the kernel
  return 0;
  // END
}

// Launched with a block of 64 threads for each group of n, and shared_bytes(n). ranked[b * n] gets
// the number of the first in group b, ranked[b * n + n - 1] that of the last.
__global__ void rank_group(int* ranked, const char* league, const double* points, const int* number,
                           int n) {
  // TODO (about 24 lines): copy the group to shared memory; how many come before each of them?
  // END
}
