// A launch that takes longer than the limit is told while it runs: the host waits for the line before it lets the kernel
// end, so nothing depends on how fast the machine is.
// environment: SIMT_SLOW=0.01
// exit: 0
// expect: simt: slow: wait_for at
// expect: @launch
// expect: , launch 2, has run for
// expect: of 3 blocks
// expect: choose a smaller size
#include <cuda_runtime.h>

#include "told.h"

__global__ void set(volatile int* flag, int value) { *flag = value; }

__global__ void wait_for(volatile int* flag) {
  if (blockIdx.x == 0) return;
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof *flag);
  set<<<1, 1>>>(flag, 0);
  cudaDeviceSynchronize();
  Told told;
  wait_for<<<3, 1>>>(flag);  // @launch
  while (!told.has("simt: slow: ", true)) {
  }
  *static_cast<volatile int*>(flag) = 1;
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFreeHost(flag);
  return error == cudaSuccess ? 0 : 5;
}
