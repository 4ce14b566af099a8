// Exercise · scale_vector: out[i] = factor * in[i] for the n elements of a vector, one thread each.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, float factor, int n) {
  // TODO (about 2 lines): which element is this thread's? Is there one?
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
  // END
}

void launch_scale(float* out, const float* in, float factor, int n) {
  // TODO (about 3 lines): launch enough blocks for n elements. n is at least 1.
  const int block = 256;
  const int grid = (n + block - 1) / block;
  scale<<<grid, block>>>(out, in, factor, n);
  // END
}
