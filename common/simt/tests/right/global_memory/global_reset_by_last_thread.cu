// All threads of all blocks draw tickets; who has drawn the last one starts again from 0.
// prints: 1 1 0
#include <cuda_runtime.h>

#include <cstdio>

__device__ int next_ticket = 0;

__global__ void draw(int* order) {
  const int ticket = atomicAdd(&next_ticket, 1);
  order[ticket] = 1;
  if (ticket == gridDim.x * blockDim.x - 1) next_ticket = 0;
}

int main() {
  constexpr int kThreads = 5 * 96;
  int* order;
  int seen[kThreads], left = -1;
  cudaMalloc(&order, sizeof(seen));
  draw<<<5, 96>>>(order);
  cudaMemcpy(seen, order, sizeof(seen), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&left, next_ticket, sizeof(left));
  std::printf("%d %d %d\n", seen[0], seen[kThreads - 1], left);
  cudaFree(order);
}
