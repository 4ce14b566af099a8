// Managed and page-locked memory is for all devices, one after the other, without peer access.
// prints: 6 6
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int* managed, int* pinned, int value) {
  managed[threadIdx.x] += value;
  pinned[threadIdx.x] += value;
}

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  int *managed, *pinned;
  cudaMallocManaged(&managed, 1024);
  cudaHostAlloc(&pinned, 1024, cudaHostAllocPortable | cudaHostAllocMapped);
  for (int i = 0; i < 256; ++i) managed[i] = pinned[i] = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    add<<<1, 256>>>(managed, pinned, device + 1);
    cudaDeviceSynchronize();
  }
  add<<<1, 256>>>(managed, pinned, 3);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", managed[255], pinned[0]);
  cudaFree(managed);
  cudaFreeHost(pinned);
}
