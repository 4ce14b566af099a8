// A launch whose output shows the order of the lanes.
#include <cuda_runtime.h>

__global__ void show() {
  printf("%d", threadIdx.x);
  __syncwarp();
  if (threadIdx.x == 0) printf(" in block %d\n", blockIdx.x);
}

int main() {
  show<<<3, 8>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
