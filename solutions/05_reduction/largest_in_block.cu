// Exercise · largest_in_block: the largest of every 256 floats, by a tree in shared memory.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cfloat>

// Launched with one thread per float, in blocks of 256: out[b] is the largest of those of block b.
// The last block has as many floats as are left. All of them are finite.
__global__ void largest(float* out, const float* in, int n) {
  // TODO (about 10 lines): a tree of maxima, interleaved; what does a thread without a float hold?
  __shared__ float mine[256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = fmaxf(mine[t], mine[t + stride]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
  // END
}
