// A double behind an integer in a table of bytes.
// expect: simt: read of 8 bytes at the misaligned address
// expect: @access
#include <cuda_runtime.h>

__constant__ char settings[12];

__global__ void scale(double* data) {
  const char* const begin = (const char*)settings + sizeof(int);
  data[threadIdx.x] = *(const double*)begin;  // @access
}

int main() {
  double* data;
  cudaMalloc(&data, 32 * sizeof(double));
  scale<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
