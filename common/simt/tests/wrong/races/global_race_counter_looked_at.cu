// A block reads a counter that others add to, to see how far they are: no compare-and-swap corrects what it sees.
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: read
// expect: @look by thread (0,0,0) of block (0,0,0)
// expect: atomic
// expect: @add by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void work(int* done, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *seen = *done;  // @look
  } else {
    atomicAdd(done, 1);  // @add
  }
}

int main() {
  int *done, *seen;
  cudaMalloc(&done, 4);
  cudaMalloc(&seen, 4);
  cudaMemset(done, 0, 4);
  work<<<6, 32>>>(done, seen);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
