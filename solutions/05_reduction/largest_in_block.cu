// Exercise · largest_in_block: the largest of every 192 floats, by a tree in shared memory.
// The task and its hints are in README.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cfloat>

// Launched with one thread per float, in blocks of 192: out[b] is the largest of those of block b.
// The last block has as many floats as are left. All of them are finite.
__global__ void largest(float* out, const float* in, int n) {
  // TODO (about 12 lines): a tree of maxima, interleaved; 192 is no power of two
  __shared__ float mine[192];
  const int t = threadIdx.x, i = blockIdx.x * 192 + t;
  mine[t] = i < n ? in[i] : -FLT_MAX;
  for (int count = 192; count > 1; count = (count + 1) / 2) {
    __syncthreads();
    const int half = (count + 1) / 2;  // of an odd count the last of this half has no partner
    if (t < count / 2) mine[t] = fmaxf(mine[t], mine[t + half]);
  }
  if (t == 0) out[blockIdx.x] = mine[0];
  // END
}
