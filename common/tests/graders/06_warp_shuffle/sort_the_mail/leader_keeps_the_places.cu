// Only the leader knows the first place: the others go on with the 0 they began with.
// rejected by: result
// expect: FAILED  letters: 64, districts: 3:
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
  const int place = first + __popc(same & ((1u << lane) - 1));
  boxes[district * capacity + place] = i;
}
