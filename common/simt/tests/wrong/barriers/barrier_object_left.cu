// The barrier counts on all threads of the block, but most of them leave.
// expect: simt: an endless loop
// expect: @wait
// expect: a barrier object expects 96 arrivals in each phase, and 32 have come; 64 threads of the block have ended
// expect: arrive_and_drop()
#include <cuda_runtime.h>
#include <cuda/barrier>

__global__ void sum_up(const int* values, int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= 32) return;
  atomicAdd(sum, values[threadIdx.x]);
  barrier.arrive_and_wait();  // @wait
}

int main() {
  int* values;
  cudaMalloc(&values, 33 * sizeof *values);
  cudaMemset(values, 0, 33 * sizeof *values);
  sum_up<<<1, 96>>>(values, values + 32);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
