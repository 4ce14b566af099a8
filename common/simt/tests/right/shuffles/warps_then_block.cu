// The sum of a block: shuffles in each warp, shared memory from warp to warp, a barrier before and after.
// prints: 32640 65280 97920
#include <cuda_runtime.h>

#include <cstdio>

__device__ int sum_of_warp(int value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

__global__ void sums(int* out, int rounds) {
  __shared__ int of_warp[8];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int round = 1; round <= rounds; ++round) {
    const int sum = sum_of_warp(round * static_cast<int>(threadIdx.x));
    if (lane == 0) of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      const int all = sum_of_warp(lane < 8 ? of_warp[lane] : 0);
      if (lane == 0) out[round - 1] = all;
    }
    __syncthreads();  // the next round writes what warp 0 has read
  }
}

int main() {
  int *out, host[3];
  cudaMalloc(&out, sizeof host);
  sums<<<1, 256>>>(out, 3);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
}
