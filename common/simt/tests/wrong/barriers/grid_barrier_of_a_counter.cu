// A barrier of the grid made of a counter: each block counts itself and waits for all the others. With so much shared
// memory a multiprocessor has room for one block, and eight of them never begin.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after
// expect: @loop
// expect: reads   byte 0 of the __device__ variable arrived, which is 132
// expect: waiting 8 of the grid's 140 blocks have not begun: the device has room for 132 of them at a time
// expect: launch at most 132 blocks
#include <cuda_runtime.h>

__device__ int arrived;

__global__ void two_steps(int* in, int* out) {
  in[blockIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (atomicAdd(&arrived, 0) < static_cast<int>(gridDim.x)) {  // @loop
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x] = in[(blockIdx.x + 1) % gridDim.x];
}

int main() {
  const int shared = 200 * 1024;
  int* memory;
  cudaMalloc(&memory, 280 * sizeof(int));
  cudaFuncSetAttribute(two_steps, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  two_steps<<<140, 1, shared>>>(memory, memory + 140);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
