// Right, by one thread, which needs no atomic operation.
// rejected by: model
// expect: of boxes were written by thread (0,0,0) of block (0,0,0) alone
#include <cuda_runtime.h>

__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < letters; ++i) {
    if (to[i] >= 0) boxes[to[i] * capacity + counts[to[i]]++] = i;
  }
}
