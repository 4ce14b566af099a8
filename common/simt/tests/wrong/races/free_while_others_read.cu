// The thread that frees the array of its block is done with it; others may not be.
// expect: simt: race on global memory: two threads of a block use byte
// expect: @new
// expect: @delete by thread (47,0,0) of block (0,0,0)
// expect: @read
// expect: advice  memory is gone for all threads: put __syncthreads()
#include <cuda_runtime.h>

__global__ void reverse(int* out) {
  __shared__ int* values;
  if (threadIdx.x == 0) values = new int[blockDim.x];  // @new
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];  // @read
  if (threadIdx.x == blockDim.x - 1) delete[] values;       // @delete
}

int main() {
  int* out;
  cudaMalloc(&out, 48 * sizeof(int));
  reverse<<<1, 48>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
