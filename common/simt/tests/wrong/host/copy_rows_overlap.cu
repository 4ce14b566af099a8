// A picture is shifted to the right within its rows.
// exit: 0
// expect: simt: warning: cudaMemcpy2D between places that overlap
// expect: @copy
#include <cuda_runtime.h>

int main() {
  unsigned char* picture;
  cudaMalloc(&picture, 64 * 48);
  cudaMemset(picture, 0, 64 * 48);
  cudaMemcpy2D(picture + 4, 64, picture, 64, 60, 48, cudaMemcpyDeviceToDevice);  // @copy
  cudaDeviceSynchronize();
  cudaFree(picture);
}
