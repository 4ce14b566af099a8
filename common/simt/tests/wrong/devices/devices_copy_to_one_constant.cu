// Constant memory is set on device 0, and device 1 has its own.
// expect: simt: byte 0 of the __constant__ variable factor is written, and used by two devices
// expect: @use
#include <cuda_runtime.h>

__constant__ int factor = 1;
__global__ void scale(int* data) {
  data[threadIdx.x] = factor * threadIdx.x;  // @use
}

int main() {
  const int three = 3;
  cudaMemcpyToSymbol(factor, &three, sizeof three);
  int* data;
  cudaSetDevice(1);
  cudaMalloc(&data, 128);
  scale<<<1, 32>>>(data);
  cudaDeviceSynchronize();
}
