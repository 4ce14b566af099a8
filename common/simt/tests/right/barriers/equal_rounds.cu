// Loops in which all threads of the block come to the barrier equally often, with or without work.
// prints: 4950 100
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_all(int* sum, int n) {
  __shared__ int part[64];
  int total = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    const int i = first + threadIdx.x;
    part[threadIdx.x] = i < n ? i : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads();
    }
    if (threadIdx.x == 0) total += part[0];
    __syncthreads();
  }
  if (threadIdx.x > 0) return;
  sum[0] = total;
}

__global__ void count_below(int* count, int n) {
  int rounds = 0;
  while (__syncthreads_or(rounds * static_cast<int>(blockDim.x) < n)) ++rounds;
  const int i = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    const int here = __syncthreads_count(round * static_cast<int>(blockDim.x) + i < n);
    if (i == 0) *count += here;
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof(host));
  cudaMemset(out, 0, sizeof(host));
  sum_all<<<1, 64>>>(out, 100);
  count_below<<<1, 64>>>(out + 1, 100);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
}
