// The same of a table that all threads share, and in a device function.
// expect: simt: index 4 is out of bounds of an array of type int [4]
// expect: @access
// expect: by      thread (4,0,0) of block (0,0,0)
// expect: compare the index with the number of elements
#include <cuda_runtime.h>

__device__ int direction(int i) {
  static constexpr int dx[4] = {1, 0, -1, 0};
  return dx[i];  // @access
}

__global__ void step(int* x) { x[threadIdx.x] = direction(threadIdx.x); }

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  step<<<1, 32>>>(x);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
