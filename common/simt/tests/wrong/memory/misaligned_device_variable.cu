// A record of a name and a number, read from bytes as they come: the number begins at the sixth byte.
// expect: simt: read of 4 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 4 bytes
#include <cuda_runtime.h>

__device__ unsigned char record[16];

__global__ void read_number(int* out) {
  *out = *reinterpret_cast<const int*>(record + 5);  // @access
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  read_number<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
