// Whole warps have no work and return; the others meet at a barrier behind that.
// exit: 0
// expect: simt: warning: 64 threads wait in __syncthreads(), and 64 of the block have exited
// expect: @barrier
// expect: let no thread return before it
#include <cuda_runtime.h>

__global__ void mirror(int* values, int n) {
  __shared__ int copy[128];
  const int i = threadIdx.x;
  if (i >= n) return;
  copy[i] = values[i];
  __syncthreads();  // @barrier
  values[i] = copy[n - 1 - i];
}

int main() {
  int* values;
  if (cudaMalloc(&values, 512) != cudaSuccess || cudaMemset(values, 0, 512) != cudaSuccess)
    return 2;
  mirror<<<1, 128>>>(values, 64);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  return cudaFree(values) == cudaSuccess ? 0 : 2;
}
