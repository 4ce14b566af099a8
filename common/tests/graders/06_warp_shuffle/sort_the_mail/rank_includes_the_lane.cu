// The bits up to the lane's own: the first one would have place 1.
// rejected by: result
// expect: FAILED  letters: 1, districts: 1: boxes, sorted by number, index 0 (row 0, column 0): expected 0, but it was never written
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int district = i < letters ? to[i] : -1;
  const unsigned addressed = __ballot_sync(~0u, district >= 0);
  if (district < 0) return;
  const unsigned same = __match_any_sync(addressed, district);
  const int leader = __ffs(same) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&counts[district], __popc(same));
  first = __shfl_sync(same, first, leader);
  const int place = first + __popc(same & ((2u << lane) - 1));
  boxes[district * capacity + place] = i;
}
