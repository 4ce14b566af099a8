// Right as long as n is 512 at most: the dynamic allocation has room for any n.
// rejected by: result
// expect: FAILED  n = 1: the kernel has 6656 bytes of shared memory of a fixed size
#include <cuda_runtime.h>

// Block b ranks the n contestants from b * n on: contestant i plays in league[i], has points[i] and
// the number number[i]. League 'A' comes before 'B', in a league more points come first, with equal
// points the smaller number. No number is there twice.

// The bytes of dynamic shared memory that a block needs: league, points, number of n contestants.
std::size_t shared_bytes(int n) { return 0; }

// Launched with a block of 64 threads for each group of n, and shared_bytes(n). ranked[b * n] gets
// the number of the first one of group b, ranked[b * n + n - 1] that of the last one.
__global__ void rank_group(int* ranked, const char* league, const double* points, const int* number,
                           int n) {
  __shared__ double group_points[512];
  __shared__ int group_number[512];
  __shared__ char group_league[512];
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
}
