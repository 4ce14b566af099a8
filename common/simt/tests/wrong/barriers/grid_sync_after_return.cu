// The last block has nothing to do and leaves; the others wait for it at the grid's barrier.
// expect: simt: deadlock: blocks wait for the whole grid, and another block has finished
// expect: 32 threads of block (0,0,0) wait at
// expect: @barrier
// expect: 3 of the grid's 4 blocks have come to the barrier, and 1 has finished
// expect: every block must come to every barrier of the grid
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void two_steps(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  data[i] = i;
  cg::this_grid().sync();  // @barrier
  data[i] += data[n - 1 - i];
}

int main() {
  int n = 96;
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  void* arguments[] = {&data, &n};
  cudaLaunchCooperativeKernel(two_steps, dim3(4), dim3(32), arguments, 0, cudaStream_t{});
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
