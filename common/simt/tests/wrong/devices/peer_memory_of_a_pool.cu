// cudaDeviceEnablePeerAccess does not open the memory of pools.
// expect: simt: a kernel uses memory of another device's pool: byte 0 of the 128 bytes
// expect: @write
// expect: advice  that is open to other devices by cudaMemPoolSetAccess only
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @write
}

int main() {
  int* out;
  cudaSetDevice(1);
  cudaMallocAsync(&out, 128, nullptr);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  fill<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
