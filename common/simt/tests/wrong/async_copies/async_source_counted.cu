// The source is changed by another thread's atomic operation, behind a __syncthreads() that waits for no copy.
// expect: simt: atomic on global memory that an asynchronous copy may still be reading
// expect: @add
// expect: @copy
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void take_snapshot(int* bins, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int snapshot[32];
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  block.sync();
  cuda::memcpy_async(block, snapshot, bins, sizeof snapshot, barrier);  // @copy
  block.sync();
  atomicAdd(&bins[(threadIdx.x + 7) % 32], 1);  // @add
  barrier.arrive_and_wait();
  out[threadIdx.x] = snapshot[threadIdx.x % 32];
}

int main() {
  int *bins, *out;
  cudaMalloc(&bins, 128);
  cudaMalloc(&out, 256);
  cudaMemset(bins, 0, 128);
  take_snapshot<<<1, 64>>>(bins, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
