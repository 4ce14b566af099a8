// Every element of variables that stand side by side is used, the first and the last ones, too.
// prints: 64 7 12 6 2 3 5
#include <cuda_runtime.h>

#include <cstdio>

__device__ int ones[64], twos[64], *pointer = ones, (*rows)[32];
__device__ int threes[64];
__constant__ short short_table[3] = {1, 2, 3}, last_short = 6;
__device__ struct { int x, y; } unnamed[2];

namespace {
__device__ double hidden(3.0);
}

namespace counter {
__device__ int count = 7;
}

__device__ int next_number() {
  static __device__ int number = 4;
  return atomicAdd(&number, 1) + 1;
}

__global__ void fill() {
  const int i = static_cast<int>(threadIdx.x);
  ones[i] = 1;
  twos[i] = 2;
  threes[i] = 3;
  if (i < 2) unnamed[i].x = unnamed[i].y = 3;
  if (i == 0) rows = reinterpret_cast<int(*)[32]>(twos);
}

__global__ void sum(int* out) {
  int total = 0;
  for (int i = 0; i < 64; ++i) total += pointer[i];
  out[0] = total;
  out[1] = counter::count;
  out[2] = short_table[0] + short_table[1] + short_table[2] + last_short;
  out[3] = unnamed[0].x + unnamed[1].y;
  out[4] = rows[1][31];
  out[5] = static_cast<int>(hidden) + threes[63] - 3;
  out[6] = next_number();
}

int main() {
  int *out, results[7];
  cudaMalloc(&out, sizeof results);
  fill<<<1, 64>>>();
  sum<<<1, 1>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; ++i) std::printf(i < 6 ? "%d " : "%d\n", results[i]);
  cudaFree(out);
}
