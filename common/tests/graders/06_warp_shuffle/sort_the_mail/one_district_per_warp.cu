// All lanes go where the first letter of the warp goes.
// rejected by: result
// expect: FAILED  letters: 32, districts: 3: counts, index
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int own = i < letters ? to[i] : -1;
  const unsigned addressed = __ballot_sync(~0u, own >= 0);
  if (own < 0) return;
  const int district = __shfl_sync(addressed, own, __ffs(addressed) - 1);
  const unsigned same = __match_any_sync(addressed, district);
  const int leader = __ffs(same) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(&counts[district], __popc(same));
  first = __shfl_sync(same, first, leader);
  const int place = first + __popc(same & ((1u << lane) - 1));
  boxes[district * capacity + place] = i;
}
