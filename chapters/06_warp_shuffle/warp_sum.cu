// Chapter 06 · warp_sum
//
// The sum of a warp's 32 numbers, from register to register: no shared memory, no barrier.
#include <cstdio>

__device__ int total;

__global__ void add_up() {
  int sum = threadIdx.x + 1;  // each lane has one of the numbers 1 to 32 in a register
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset);
  if (threadIdx.x == 0) total = sum;
}

int main() {
  add_up<<<1, 32>>>();
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);  // waits for the kernel
  const cudaError_t error = cudaGetLastError();   // of any call above
  if (error != cudaSuccess) {
    std::printf("CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("1 + 2 + ... + 32 = %d\n", sum);
  if (sum != 528) return 1;
  std::printf("PASS\n");
}
