// What one block leaves in a variable, the others read: only the end of the launch lies between.
// expect: simt: race on global memory: two blocks use byte 4 of the __device__ variable limits and nothing orders them
// expect: @set by thread (0,0,0) of block (0,0,0)
// expect: read
// expect: @use by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__device__ int limits[2];

__global__ void clip(int* data) {
  if (blockIdx.x == 0 && threadIdx.x == 0) limits[1] = 10;  // @set
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i < limits[1] ? i : 0;  // @use
}

int main() {
  int* data;
  cudaMalloc(&data, 1024);
  clip<<<4, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
