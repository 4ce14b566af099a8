// Both devices count in one word, with atomics that are atomic for one device only.
// expect: simt: race between devices: two operations use byte 0 of the 4 bytes
// expect: atomic
// expect: @count by kernel count
// expect: @zero, in the default stream of device 0
// expect: @one, in the default stream of device 1
// expect: advice  an atomic operation is atomic for its own device, unless its scope is the system
#include <cuda_runtime.h>

__global__ void count(int* counter) {
  atomicAdd(counter, 1);  // @count
}

int main() {
  int* counter;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaDeviceSynchronize();
  count<<<1, 256>>>(counter);  // @zero
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  count<<<1, 256>>>(counter);  // @one
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
}
