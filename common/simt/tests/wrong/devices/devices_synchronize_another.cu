// The host waits for the current device, which is not the one that writes.
// expect: simt: race between host and device: both use byte 0 of the 128 bytes
// expect: @write by kernel fill
// expect: @use by host code
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @write
}

int main() {
  int* data;
  cudaMallocManaged(&data, 128);
  fill<<<1, 32>>>(data);
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  const int result = data[0];  // @use
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  return result;
}
