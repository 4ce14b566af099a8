// expect: simt: read of 4 bytes of another thread's local variable
// expect: @access
#include <cuda_runtime.h>

__global__ void peek(int* out) {
  __shared__ int* address;
  int mine = threadIdx.x + 1;
  if (threadIdx.x == 0) address = &mine;
  __syncthreads();
  out[threadIdx.x] = *address;  // @access
  out[threadIdx.x] += mine;
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  peek<<<1, 2>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
