// An index that has overflowed: far in front of device memory lies what is managed in other programs.
// expect: simt: write of 4 bytes of global memory out of bounds
// expect: bytes before the start of the 400 bytes that were allocated at
// expect: @allocation (parameter pixels)
// expect: @access
#include <cuda_runtime.h>

__global__ void clear_row(int* pixels, int width) {
  const int row = threadIdx.x + 30000;
  pixels[row * width] = 0;  // @access
}

int main() {
  int* pixels;
  cudaMalloc(&pixels, 100 * sizeof(int));  // @allocation
  clear_row<<<1, 32>>>(pixels, 100000);    // 3 000 000 000 is no int
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
