// A sum by halves in global memory without a barrier between the steps: each step reads what the one before
// has written, in another warp.
// expect: simt: race on global memory: two threads of a block use byte
// expect: @add by thread
// expect: @add by thread
// expect: __syncthreads()
#include <cuda_runtime.h>

__global__ void sum(int* data) {
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) data[threadIdx.x] += data[threadIdx.x + half];  // @add
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 1, 256 * sizeof(int));
  sum<<<1, 256>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
