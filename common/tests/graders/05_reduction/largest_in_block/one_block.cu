// Right, tree after tree, in one block.
// rejected by: model
// expect: of out were written by thread (0,0,0) of block (0,0,0) alone: share them out among more blocks
#include <cuda_runtime.h>

#include <cfloat>

__global__ void largest(float* out, const float* in, int n) {
  const int t = threadIdx.x;
  __shared__ float mine[192];
  if (blockIdx.x > 0) return;
  for (int b = 0; b < gridDim.x; ++b) {
    __syncthreads();
    mine[t] = b * 192 + t < n ? in[b * 192 + t] : -FLT_MAX;
    for (int count = 192; count > 1; count = (count + 1) / 2) {
      __syncthreads();
      const int half = (count + 1) / 2;
      if (t < count / 2) mine[t] = fmaxf(mine[t], mine[t + half]);
    }
    if (t == 0) out[b] = mine[0];
  }
}
