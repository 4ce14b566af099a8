// A child waits, with its whole block, for a count that only its parent could change, and does not.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @count
// expect: kernel  wait_for_work
#include <cuda_runtime.h>

__global__ void wait_for_work(volatile int* work) {
  while (__syncthreads_count(*work != 0) == 0) {  // @count
  }
}

__global__ void start(int* work) { wait_for_work<<<1, 64>>>(work); }

int main() {
  int* work;
  cudaMalloc(&work, 4);
  cudaMemset(work, 0, 4);
  start<<<1, 1>>>(work);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
