// expect: simt: read of shared memory that nobody has written, at byte 0 of values
// expect: @access
#include <cuda_runtime.h>

#include <cstring>

__global__ void copy(int* out) {
  __shared__ int values[4];
  memcpy(out, values, sizeof values);  // @access
}

int main() {
  int* out;
  cudaMalloc(&out, 16);
  copy<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 5 : 0;
}
