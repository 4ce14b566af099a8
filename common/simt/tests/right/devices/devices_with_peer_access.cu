// Access is for one direction, and is given once; then kernels load from and store to the other device's memory.
// supports: several devices: up to 8 with `SIMT_DEVICES`; peer access, copies between devices
// prints: 42 7
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy_and_set(int* here, int* there) {
  here[threadIdx.x] = there[threadIdx.x];
  there[threadIdx.x] = 7;
}

int main() {
  int count = 0, can = 0, self = 1, value = 0, there[32], here[32];
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  cudaDeviceCanAccessPeer(&can, 0, 1);
  cudaDeviceCanAccessPeer(&self, 1, 1);
  if (can == 0) return 77;
  if (self != 0) return 1;
  cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1);
  if (value != 1 || cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1) !=
                        cudaErrorInvalidDevice) {
    return 2;
  }
  if (cudaDeviceEnablePeerAccess(0, 0) != cudaErrorInvalidDevice ||
      cudaDeviceEnablePeerAccess(1, 1) != cudaErrorInvalidValue ||
      cudaDeviceDisablePeerAccess(1) != cudaErrorPeerAccessNotEnabled ||
      cudaDeviceEnablePeerAccess(1, 0) != cudaSuccess ||
      cudaDeviceEnablePeerAccess(1, 0) != cudaErrorPeerAccessAlreadyEnabled) {
    return 3;
  }
  cudaGetLastError();
  for (int& value : there) value = 42;
  int *own, *other;
  cudaSetDevice(1);
  cudaMalloc(&other, sizeof there);
  cudaMemcpy(other, there, sizeof there, cudaMemcpyHostToDevice);
  cudaSetDevice(0);
  cudaMalloc(&own, sizeof here);
  copy_and_set<<<1, 32>>>(own, other);
  cudaMemcpy(here, own, sizeof here, cudaMemcpyDeviceToHost);
  cudaMemcpy(there, other, sizeof there, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", here[31], there[0]);
  cudaFree(own);
  cudaFree(other);
  return cudaDeviceDisablePeerAccess(1) == cudaSuccess ? 0 : 4;
}
