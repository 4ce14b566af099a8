// Every tenth block waits for the one before it, also the last one, which runs early; and what they print comes in the order
// of the blocks.
// prints: 0 of block 0
// prints: 0 of block 1000
// prints: 1 of block 1999
// prints: 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_in_turn(volatile int* sums) {
  const int block = blockIdx.x;
  int sum = 0;
  if (block % 10 == 9) {
    while ((sum = sums[block - 1]) < 0) {
    }
    __threadfence();
    ++sum;
  }
  if (block % 1000 == 0 || block == gridDim.x - 1) printf("%d of block %d\n", sum, block);
  __threadfence();
  sums[block] = sum;
}

int main() {
  const int blocks = 2000;
  int *sums, last = 0;
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemset(sums, 0xff, blocks * sizeof(int));
  add_in_turn<<<blocks, 1>>>(sums);
  cudaMemcpy(&last, sums + blocks - 1, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", last);
  cudaFree(sums);
}
