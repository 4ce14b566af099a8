// Host code reads managed memory while a kernel writes it: a launch does not wait.
// expect: simt: race between host and device: both use byte 4092
// expect: @write by kernel fill
// expect: @use by host code
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int* data;
  cudaMallocManaged(&data, 4096);
  for (int i = 0; i < 1024; ++i) data[i] = 0;
  fill<<<4, 256>>>(data, 1);
  std::printf("%d\n", data[1023]);  // @use
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
