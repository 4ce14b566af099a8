// expect: simt: write of 4 bytes of shared memory out of bounds, 0 bytes past the end of tile (128 bytes)
// expect: @access
// expect: thread (32,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void spill(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;  // @access
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 32];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  spill<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
