// Block 0 clears the counter that the others already count with.
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: @clear by thread (0,0,0) of block (0,0,0)
// expect: atomic
// expect: @count by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void count(int* counter) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *counter = 0;  // @clear
  __syncthreads();
  atomicAdd(counter, 1);  // @count
}

int main() {
  int* counter;
  cudaMalloc(&counter, 4);
  cudaMemset(counter, 0, 4);
  count<<<8, 64>>>(counter);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
