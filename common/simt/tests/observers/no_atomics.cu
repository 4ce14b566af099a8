// Block 1 is the first one that does an atomic operation, and the last one in time. no_atomics.cpp watches.
// environment: SIMT_WORKERS=4
// expect: simt: warning: block 1 asks memory for an addition
// expect: @add
// expect: simt: an atomic operation by block 1
// expect: @add
// expect: add up in the block first
// expect: kernel  count
#include <cuda_runtime.h>

__global__ void count(int* sums) {
  if (blockIdx.x == 0) return;
  int steps = 0;
  for (int i = 0; i < (blockIdx.x == 1 ? 20000 : 10); ++i) steps += sums[threadIdx.x + 1];
  if (threadIdx.x == 0) atomicAdd(sums, 1 + steps);  // @add
}

int main() {
  int* sums;
  if (cudaMalloc(&sums, 33 * sizeof(int)) != cudaSuccess ||
      cudaMemset(sums, 0, 33 * sizeof(int)) != cudaSuccess) {
    return 2;
  }
  count<<<8, 32>>>(sums);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
