// Blocks of a plain launch need not be resident together: they cannot wait for each other.
// expect: simt: a barrier of the whole grid in a launch that is not cooperative
// expect: @barrier
// expect: cudaLaunchCooperativeKernel
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void two_steps(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();  // @barrier
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  two_steps<<<4, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
