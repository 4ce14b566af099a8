// A flag in global memory that is set without a fence says nothing of what lies in shared memory.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
#include <cuda_runtime.h>

__global__ void hand_over(int* flag, int* out) {
  __shared__ int number;
  if (threadIdx.x == 0) {
    number = 7;  // @write
    atomicExch(flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    *out = number;  // @read
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMemset(data, 0, 2 * sizeof(int));
  hand_over<<<1, 64>>>(data, data + 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
