// An atomic operation reads what it changes. The setting makes it an error.
// environment: SIMT_CHECK_INIT=stop
// expect: simt: atomic of global memory that nobody has written, at byte 4 of the 8 bytes that were allocated at
// expect: @add
#include <cuda_runtime.h>

__global__ void count(int* counters) { atomicAdd(&counters[1], 1); }  // @add

int main() {
  int* counters;
  cudaMalloc(&counters, 8);
  cudaMemset(counters, 0, 4);  // half of it
  count<<<2, 32>>>(counters);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
