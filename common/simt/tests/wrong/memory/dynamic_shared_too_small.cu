// expect: shared memory out of bounds, 0 bytes past the end of dynamic shared memory (64 bytes)
// expect: @access
#include <cuda_runtime.h>

__global__ void spill(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;  // @access
  out[threadIdx.x] = values[threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  spill<<<1, 32, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
