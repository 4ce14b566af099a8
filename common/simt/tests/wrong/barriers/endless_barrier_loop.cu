// All threads go round, through the barrier, until one says that nothing has changed: nobody ever does.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @barrier
// expect: of block (0,0,0) was running
// expect: look for a loop whose condition never changes
#include <cuda_runtime.h>

__global__ void settle(int* values) {
  __shared__ int changed;
  if (threadIdx.x == 0) changed = 1;
  __syncthreads();
  while (changed != 0) {
    if (values[threadIdx.x] > 0) values[threadIdx.x] = 0;
    __syncthreads();  // @barrier
  }
}

int main() {
  int* values;
  cudaMalloc(&values, 512);
  cudaMemset(values, 0, 512);
  settle<<<1, 128>>>(values);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
