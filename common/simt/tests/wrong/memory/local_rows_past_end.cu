// One row too many: it is no longer inside of the array, however its elements are counted.
// expect: simt: index 4 is out of bounds of an array of type int [4][4]
// expect: @access
#include <cuda_runtime.h>

__global__ void transpose(int rows, int* out) {
  int m[4][4];
  for (int i = 0; i <= rows; ++i) {
    for (int j = 0; j < 4; ++j) {
      m[i][j] = i * j;  // @access
    }
  }
  out[threadIdx.x] = m[threadIdx.x % 4][1];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  transpose<<<1, 32>>>(4, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
