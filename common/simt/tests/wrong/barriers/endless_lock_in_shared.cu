// A lock in shared memory that its owner has not given back: the atomic operations of the others change nothing.
// environment: SIMT_TIMEOUT=1000
// expect: simt: an endless loop
// expect: @loop
// expect: byte 4 of locks in shared memory
// expect: and 1 thread of the block has ended
#include <cuda_runtime.h>

__global__ void take_lock(int* sum) {
  __shared__ int locks[2];
  if (threadIdx.x < 2) locks[threadIdx.x] = 0;
  __syncthreads();
  while (atomicCAS(&locks[1], 0, 1) != 0) {  // @loop
  }
  atomicAdd(sum, 1);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  take_lock<<<4, 64>>>(sum);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
