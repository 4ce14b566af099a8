// 200,000 rounds with two barriers each: a long loop, and one that ends.
// prints: 8186 8186
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_neighbours(unsigned* values, int rounds) {
  __shared__ unsigned row[64];
  const unsigned i = threadIdx.x;
  row[i] = values[i];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const unsigned sum = (row[i] + row[(i + 1) % 64] + 1) % 65521;
    __syncthreads();
    row[i] = sum;
    __syncthreads();
  }
  values[i] = row[i];
}

int main() {
  constexpr int kRounds = 200'000;
  unsigned host[64], expected[64], next[64];
  for (unsigned i = 0; i < 64; ++i) host[i] = expected[i] = i * i;
  for (int round = 0; round < kRounds; ++round) {
    for (unsigned i = 0; i < 64; ++i) next[i] = (expected[i] + expected[(i + 1) % 64] + 1) % 65521;
    for (unsigned i = 0; i < 64; ++i) expected[i] = next[i];
  }
  unsigned* values;
  cudaMalloc(&values, sizeof(host));
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  add_neighbours<<<1, 64>>>(values, kRounds);
  const cudaError_t error = cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("%u %u\n", host[7], expected[7]);
  cudaFree(values);
}
