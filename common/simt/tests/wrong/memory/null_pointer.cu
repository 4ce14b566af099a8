// expect: simt: write of 4 bytes through a null pointer
// expect: @access
#include <cuda_runtime.h>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @access
}

int main() {
  fill<<<1, 32>>>(NULL);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
