// Each block draws a ticket, and the first one to come, not the last one, clears the counter for the next launch.
// expect: simt: race on global memory: two blocks use byte 0 of the __device__ variable tickets
// expect: nothing orders them
// expect: @clear by thread (0,0,0) of block
#include <cuda_runtime.h>

__device__ unsigned int tickets;

__global__ void draw(unsigned int* order) {
  if (threadIdx.x != 0) return;
  order[blockIdx.x] = atomicAdd(&tickets, 1);  // @draw
  if (order[blockIdx.x] == 0) tickets = 0;     // @clear
}

int main() {
  unsigned int* order;
  cudaMalloc(&order, 20 * sizeof(unsigned int));
  draw<<<20, 32>>>(order);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
