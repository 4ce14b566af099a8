// The block shares one array, and every thread frees it.
// expect: simt: race on global memory: two threads of a block use byte 0 of the 128 bytes that were allocated at
// expect: @malloc
// expect: @free by thread (0,0,0) of block (0,0,0)
// expect: @free by thread (1,0,0) of block (0,0,0)
// expect: advice  memory is freed once: when several threads share it, one of them frees it
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
  __shared__ int* copy;
  const unsigned i = threadIdx.x;
  if (i == 0) {
    copy = static_cast<int*>(malloc(blockDim.x * sizeof(int)));  // @malloc
  }
  __syncthreads();
  copy[i] = data[i];
  __syncthreads();
  data[i] = copy[blockDim.x - 1 - i];
  __syncthreads();
  free(copy);  // @free
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  reverse<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
