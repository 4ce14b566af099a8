// Right, tree after tree, in one block.
// rejected by: model
// expect: of out were written by thread (0,0,0) of block (0,0,0) alone: share them out among more blocks
#include <cuda_runtime.h>
#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __shared__ float mine[256];
  if (blockIdx.x > 0) return;
  for (int b = 0; b < gridDim.x; ++b) {
    __syncthreads();
    mine[t] = b * 256 + t < n ? in[b * 256 + t] : -FLT_MAX;
    for (int s = 128; s > 0; s /= 2) {
      __syncthreads();
      if (t < s) mine[t] = fmaxf(mine[t], mine[t + s]);
    }
    if (t == 0) out[b] = mine[0];
  }
}
