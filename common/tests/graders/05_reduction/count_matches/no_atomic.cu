// Reads, adds 1 and writes: what others write in between is lost.
// rejected by: result
// expect: FAILED  n =
#include <cuda_runtime.h>

__global__ void count_equal(int* count, const int* in, int value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == value) *count += 1;
}
