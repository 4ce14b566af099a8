// cudaMalloc is not calloc: the sums start with anything. A warning, once for the line of code.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written, at byte 0 of the 256 bytes that were allocated at
// expect: @allocation
// expect: @add
// expect: thread (0,0,0) of block (0,0,0)
// expect: cudaMalloc does not clear memory
// expect: kernel  accumulate
// expect: SIMT_CHECK_INIT=off
// expect: were never freed
#include <cuda_runtime.h>

__global__ void accumulate(const float* in, float* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] += in[i];  // @add
}

int main() {
  float *in, *sum;
  cudaMalloc(&in, 256);
  cudaMalloc(&sum, 256);  // @allocation
  cudaMemset(in, 0, 256);
  accumulate<<<2, 32>>>(in, sum);
  accumulate<<<2, 32>>>(in, sum);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
