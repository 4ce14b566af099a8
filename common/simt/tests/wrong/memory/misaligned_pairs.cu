// Two numbers at once from the second one on, in a variable that holds numbers.
// expect: simt: write of 8 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 8 bytes
#include <cuda_runtime.h>

__device__ float border[8];

__global__ void clear() {
  *(float2*)&border[1] = make_float2(0, 0);  // @access
}

int main() {
  clear<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
