// The last block to arrive clears the counter with a plain store: nobody else comes to it any more.
// prints: 2016 2016 2016
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned int arrived = 0;
__device__ volatile int parts[64];

__global__ void sum_of_blocks(int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned int b = 0; b < gridDim.x; ++b) sum += parts[b];
  *out = sum;
  arrived = 0;
}

int main() {
  int* out;
  int sums[3];
  cudaMalloc(&out, sizeof(int));
  for (int& sum : sums) {
    sum_of_blocks<<<64, 64>>>(out);
    cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  }
  std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  cudaFree(out);
}
