// Nothing but the random order decides when these threads are done: three times in a row thread 7 has to be the first of
// 32. Until then the block comes back to where it was again and again, and is in no endless loop.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void three_in_a_row(int* done) {
  __shared__ int first;
  for (int row = 0; row < 3;) {
    for (unsigned i = 0; i < 60; ++i) asm volatile("");  // something to do
    if (threadIdx.x == 0) first = -1;
    __syncthreads();
    atomicCAS(&first, -1, static_cast<int>(threadIdx.x));
    __syncthreads();
    row = first == 7 ? row + 1 : 0;
    __syncthreads();
  }
  *done = 1;
}

int main() {
  int *done, is_done = 0;
  cudaMalloc(&done, sizeof *done);
  three_in_a_row<<<1, 32>>>(done);
  if (cudaMemcpy(&is_done, done, sizeof is_done, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf(is_done == 1 ? "done\n" : "wrong\n");
  cudaFree(done);
}
