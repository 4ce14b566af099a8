// Waits for its child with a function that kernels no longer have (since CUDA 12).
// expect: simt: a kernel calls a function of the CUDA runtime that only host code can call
// expect: at
// expect: @call
// expect: cudaDeviceSynchronize
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: kernel  parent
#include <cuda_runtime.h>

__global__ void child(int* data) { data[0] = 1; }

__global__ void parent(int* data) {
  child<<<1, 1>>>(data);
  cudaDeviceSynchronize();  // @call
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  parent<<<1, 1>>>(data);
  const bool failed = cudaDeviceSynchronize() == cudaErrorLaunchFailure;
  return failed ? 0 : 5;
}
