// A kernel writes memory of the program that is registered, and host code reads it before it has waited.
// expect: simt: race between host and device: both use byte 0
// expect: @write by kernel fill
// expect: @use by host code
#include <cuda_runtime.h>

#include <cstdio>

alignas(4096) int values[1024];

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  cudaHostRegister(values, sizeof values, cudaHostRegisterMapped);
  fill<<<4, 256>>>(values, 1);
  std::printf("%d\n", values[0]);  // @use
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
