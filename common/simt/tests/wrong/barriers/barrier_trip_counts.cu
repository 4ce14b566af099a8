// The threads go round the loop unequally often, each round through the barrier: 36 of them twice.
// exit: 0
// expect: simt: warning: 36 threads wait in __syncthreads(), and 28 of the block have exited
// expect: @barrier
// expect: CUDA allows __syncthreads() only where all threads of the block come to it
#include <cuda_runtime.h>

__global__ void sum_columns(const int* values, int n) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += values[i];
    __syncthreads();  // @barrier
  }
  if (sum < 0) __trap();
}

int main() {
  int* values;
  if (cudaMalloc(&values, 400) != cudaSuccess || cudaMemset(values, 0, 400) != cudaSuccess)
    return 2;
  sum_columns<<<2, 64>>>(values, 100);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return cudaFree(values) == cudaSuccess ? 0 : 2;
}
