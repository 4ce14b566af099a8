// A volatile flag is written at once, but not after the data: nothing but a fence says so.
// expect: simt: race on shared memory
// expect: by thread (
#include <cuda_runtime.h>

__global__ void tell(int* out) {
  __shared__ volatile int flag;
  __shared__ int data[32];
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
    out[threadIdx.x - 32] = data[63 - threadIdx.x];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  tell<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
