// Device 1 may use the memory of device 0, but not the other way round.
// expect: simt: a kernel of device 0 writes memory of device 1 without peer access
// expect: @write
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @write
}

int main() {
  int* out;
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&out, 128);
  cudaSetDevice(0);
  fill<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
