// 2048 threads do not fit into a block, so the kernel never runs; the program does not notice.
// exit: 0
// expect: sum 0
// expect: simt: warning: the launch of count at
// expect: @launch
// expect: failed with cudaErrorInvalidValue
// expect: and the program did not ask
// expect: reason  a block of (2048,1,1) has 2048 threads, and may have 1024 at most
// expect: the kernel has not run
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* sum) { atomicAdd(sum, 1); }

int main() {
  int *sum, result;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<1, 2048>>>(sum);  // @launch
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::fprintf(stderr, "sum %d\n", result);
  cudaFree(sum);
}
