// Four directions, and an index that was not taken modulo 4. The only array of the file is one of constants.
// expect: simt: index 4 is out of bounds of an array of type int [4]
// expect: @access
// expect: by      thread (4,0,0) of block (0,0,0)
// expect: compare the index with the number of elements
#include <cuda_runtime.h>

__global__ void step(int* x) {
  const int dx[] = {1, 0, -1, 0};
  x[threadIdx.x] = dx[threadIdx.x];  // @access
}

int main() {
  int* x;
  cudaMalloc(&x, 32 * sizeof(int));
  step<<<1, 32>>>(x);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
