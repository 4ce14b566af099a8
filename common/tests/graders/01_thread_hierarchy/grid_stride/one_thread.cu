// Right, by a single thread.
// rejected by: model
// expect: FAILED  square<<<4, 64>>>, n = 1009: all 1009 elements of out were written by thread (0,0,0) of block (0,0,0) alone: share them out among more threads, warps and blocks
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int i = 0; i < n; ++i) out[i] = in[i] * in[i];
}
