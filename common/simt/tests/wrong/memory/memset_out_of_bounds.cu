// expect: simt: write of 1 byte of global memory out of bounds, 0 bytes past the end of the 128 bytes
// expect: @access
#include <cuda_runtime.h>

#include <cstring>

__global__ void clear(int* out) {
  std::memset(out + 1, 0, 128);  // @access
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  clear<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
