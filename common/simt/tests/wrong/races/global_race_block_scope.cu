// atomicAdd_block is atomic for the threads of a block; here all blocks add to one sum.
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: atomic
// expect: @add by thread (0,0,0) of block (0,0,0)
// expect: atomic
// expect: @add by thread (0,0,0) of block (1,0,0)
// expect: without _block
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out) {
  atomicAdd_block(out, in[blockIdx.x * blockDim.x + threadIdx.x]);  // @add
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 1024);
  cudaMemset(out, 0, 4);
  sum<<<4, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
