// Pairs that begin at an odd element.
// expect: simt: read of 4 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 4 bytes
#include <cuda_fp16.h>

__global__ void scale(half* data) {
  half2* pairs = reinterpret_cast<half2*>(data + 1);
  pairs[threadIdx.x] = pairs[threadIdx.x] * __float2half2_rn(2);  // @access
}

int main() {
  half* data;
  cudaMalloc(&data, 128 * sizeof(half));
  scale<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
