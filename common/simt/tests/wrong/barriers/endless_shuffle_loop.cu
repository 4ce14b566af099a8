// Lane 0 looks at a flag and hands it to its warp, again and again; the flag stays what it is.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @shuffle
// expect: for a flag that nobody sets
#include <cuda_runtime.h>

__global__ void wait_as_warp(volatile int* flag, int* out) {
  int ready = 0;
  while (ready == 0) {
    if (threadIdx.x == 0) ready = *flag;
    ready = __shfl_sync(0xffffffffu, ready, 0);  // @shuffle
  }
  out[threadIdx.x] = ready;
}

int main() {
  int* flag;
  cudaMalloc(&flag, 256);
  cudaMemset(flag, 0, 256);
  wait_as_warp<<<1, 32>>>(flag, flag + 32);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
