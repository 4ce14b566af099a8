// The barrier object expects all threads of the block, but two warps wait in __syncthreads() in its place.
// expect: simt: an endless loop
// expect: @wait
// expect: 64 threads wait in __syncthreads() at
// expect: @elsewhere
// expect: a barrier object expects 96 arrivals in each phase, and 32 have come: those that wait elsewhere have to arrive
#include <cuda_runtime.h>
#include <cuda/barrier>

__global__ void sum_up(const int* values, int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  atomicAdd(sum, values[threadIdx.x]);
  if (threadIdx.x < 32) {
    barrier.arrive_and_wait();  // @wait
  } else {
    __syncthreads();  // @elsewhere
  }
}

int main() {
  int* values;
  cudaMalloc(&values, 97 * sizeof *values);
  cudaMemset(values, 0, 97 * sizeof *values);
  sum_up<<<1, 96>>>(values, values + 96);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
