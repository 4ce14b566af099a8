// Half of one element, rounded down, is no thread: the kernel never runs.
// exit: 0
// expect: simt: warning: the launch of scale at
// expect: @launch
// expect: and the program did not ask
// expect: reason  a block of (0,1,1): x is 0, and there has to be one thread at least
#include <cuda_runtime.h>

__global__ void scale(float* values) { values[threadIdx.x] *= 2; }

int main() {
  const int count = 1;
  float* values;
  cudaMalloc(&values, count * sizeof *values);
  cudaMemset(values, 0, count * sizeof *values);
  scale<<<1, count / 2>>>(values);  // @launch
  cudaFree(values);
}
