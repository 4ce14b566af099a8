// A kernel reads what its child writes, as if it had waited. There is no way to wait in a kernel.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 0 of the 4 bytes
// expect: @read
// expect: @write
// expect: @launch
// expect: a kernel in the tail stream (cudaStreamTailLaunch) use the results
#include <cuda_runtime.h>

__global__ void child(int* value) { *value = 7; }  // @write

__global__ void parent(int* out, int* value) {
  child<<<1, 1>>>(value);  // @launch
  *out = *value;           // @read
}

int main() {
  int *out, *value;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&value, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  parent<<<1, 1>>>(out, value);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
