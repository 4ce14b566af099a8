// Right, but one block has all letters.
// rejected by: model
// expect: of boxes were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  if (blockIdx.x > 0) return;
  const int lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i - lane < letters; i += blockDim.x) {
    const int district = i < letters ? to[i] : -1;
    const unsigned same = __match_any_sync(~0u, district);
    const int leader = __ffs(same) - 1;
    int first = 0;
    if (lane == leader && district >= 0) first = atomicAdd(&counts[district], __popc(same));
    first = __shfl_sync(~0u, first, leader);
    if (district >= 0) boxes[district * capacity + first + __popc(same & ((1u << lane) - 1))] = i;
  }
}
