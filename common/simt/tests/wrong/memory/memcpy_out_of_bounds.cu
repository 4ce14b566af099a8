// expect: simt: read of 1 byte of global memory out of bounds, 0 bytes past the end of the 128 bytes
// expect: @access
#include <cuda_runtime.h>

#include <cstring>

__global__ void copy(int* out, const int* in, int bytes) {
  memcpy(out, in, bytes);  // @access
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 128);
  copy<<<1, 1>>>(out, in, 132);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
