// Thread 0 draws the ticket, thread 5 clears it: a barrier lies between the two.
// prints: 30 30
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_blocks(int* tickets, int* total) {
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
  __syncthreads();
  if (threadIdx.x == 5 && ticket == gridDim.x - 1) {
    *total = *tickets;
    *tickets = 0;
  }
}

int main() {
  int *tickets, *total, counts[2];
  cudaMalloc(&tickets, sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(tickets, 0, sizeof(int));
  for (int& count : counts) {
    count_blocks<<<30, 64>>>(tickets, total);
    cudaMemcpy(&count, total, sizeof(int), cudaMemcpyDeviceToHost);
  }
  std::printf("%d %d\n", counts[0], counts[1]);
  cudaFree(tickets);
  cudaFree(total);
}
