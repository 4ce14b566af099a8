// The host asks for the time of a kernel that it has not waited for, and does not look at the answer.
// exit: 0
// expect: simt: warning: cudaEventElapsedTime() at
// expect: @ask
// expect: failed with cudaErrorNotReady
// expect: advice  there is no time yet: call cudaEventSynchronize() for the second event first
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  fill<<<1, 32>>>(values);
  cudaEventRecord(end);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);  // @ask
  std::printf("%g\n", milliseconds);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(values);
}
