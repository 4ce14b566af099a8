// The child of a child: the first kernel does not wait for it either.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 0 of the 4 bytes
// expect: @read
// expect: @host
// expect: @write
// expect: @deep
#include <cuda_runtime.h>

__global__ void third(int* value) { *value = 3; }  // @write

__global__ void second(int* value) { third<<<1, 1>>>(value); }  // @deep

__global__ void first(int* out, int* value) {
  second<<<1, 1>>>(value);
  *out = *value;  // @read
}

int main() {
  int *out, *value;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&value, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  first<<<1, 1>>>(out, value);  // @host
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
