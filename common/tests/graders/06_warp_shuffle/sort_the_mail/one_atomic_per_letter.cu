// Right, and 32 letters to one district queue up at its counter.
// rejected by: model
// expect: sectors of atomics:
// expect: lanes with the same district can take their places with one operation
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= letters || to[i] < 0) return;
  const int place = atomicAdd(&counts[to[i]], 1);
  boxes[to[i] * capacity + place] = i;
}
