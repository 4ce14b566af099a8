// The vote asks only who is past the end: letters without an address form a group, too, and count below 0.
// rejected by: model
// expect: simt: atomic on 4 bytes of global memory out of bounds, 4 bytes before the start
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned inside = __ballot_sync(~0u, i < letters);
  if (i >= letters) return;
  const int district = to[i];
  const unsigned same = __match_any_sync(inside, district);
  const int leader = __ffs(same) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&counts[district], __popc(same));
  first = __shfl_sync(same, first, leader);
  const int place = first + __popc(same & ((1u << lane) - 1));
  boxes[district * capacity + place] = i;
}
