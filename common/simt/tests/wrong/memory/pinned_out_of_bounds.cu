// Page-locked memory ends where it ends, in kernels too.
// expect: simt: write of 4 bytes of pinned host memory out of bounds, 0 bytes past the end of the 128 bytes that were allocated at
// expect: @allocation
// expect: @access
// expect: thread (32,0,0)
#include <cuda_runtime.h>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @access
}

int main() {
  int* data;
  cudaHostAlloc(&data, 128, cudaHostAllocMapped);  // @allocation
  fill<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
