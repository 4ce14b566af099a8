// The default stream of one device waits for nothing of another one.
// expect: simt: race between devices: two operations use byte 0 of the 128 bytes
// expect: @write by kernel fill
// expect: in the default stream of device 0
// expect: @read by kernel use
// expect: in the default stream of device 1
#include <cuda_runtime.h>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @write
}
__global__ void use(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @read
}

int main() {
  int *zero, *one;
  cudaMalloc(&zero, 128);
  cudaMemset(zero, 0, 128);
  cudaDeviceSynchronize();
  fill<<<1, 32>>>(zero);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&one, 128);
  use<<<1, 32>>>(zero, one);
  cudaDeviceSynchronize();
}
