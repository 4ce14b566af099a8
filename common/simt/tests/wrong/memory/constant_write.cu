// expect: simt: write of 4 bytes of constant memory
// expect: @access
// expect: cudaMemcpyToSymbol
#include <cuda_runtime.h>

__constant__ int limits[4];

__global__ void change() {
  const_cast<int&>(limits[threadIdx.x]) = 1;  // @access
}

int main() {
  change<<<1, 4>>>();
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
