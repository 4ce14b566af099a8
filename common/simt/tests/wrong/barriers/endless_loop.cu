// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds
// expect: @loop
// expect: SIMT_TIMEOUT
#include <cuda_runtime.h>

__global__ void spin(volatile int* flag) {
  while (*flag == 0) {  // @loop
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  spin<<<1, 1>>>(flag);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
