// Atomics of block scope, where each block has a counter of its own.
// prints: 64 64 64 320
#include <cuda_runtime.h>
#include <cuda/atomic>

#include <cstdio>

__global__ void count(int* counts, int* total) {
  atomicAdd_block(&counts[blockIdx.x], 1);
  cuda::atomic_ref<int, cuda::thread_scope_block> own(counts[blockIdx.x]);
  own.fetch_add(1, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, counts[blockIdx.x]);
}

int main() {
  int *counts, out[6];
  cudaMalloc(&counts, sizeof(out));
  cudaMemset(counts, 0, sizeof(out));
  count<<<5, 32>>>(counts, counts + 5);
  cudaMemcpy(out, counts, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", out[0], out[1], out[4], out[5]);
  cudaFree(counts);
}
