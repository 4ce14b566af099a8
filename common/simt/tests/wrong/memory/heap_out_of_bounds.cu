// expect: simt: write of 4 bytes of the device heap out of bounds, 0 bytes past the end of the 16 bytes that were allocated at
// expect: @call
// expect: @access
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  int* const own = new int[4];  // @call
  for (int i = 0; i <= 4; ++i) {
    own[i] = i;  // @access
  }
  out[threadIdx.x] = own[3];
  delete[] own;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
