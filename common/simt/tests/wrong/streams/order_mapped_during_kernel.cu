// A kernel writes memory of the host, and host code copies it before it has waited.
// expect: simt: race between host and device: both use byte 0
// expect: @write by kernel fill
// expect: @use by host code
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int *host, *mapped, results[1024];
  cudaHostAlloc(&host, 4096, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, host, 0);
  fill<<<4, 256>>>(mapped, 1);
  std::memcpy(results, host, 4096);  // @use
  std::printf("%d\n", results[0]);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
