// Two .cu files, a .cpp file, and a library with a header and a definition of its own.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "host_sum.h"
#include "parts/reverse.cuh"

static_assert(__cplusplus > 201703L, "STANDARD 20");

void print(const char* name, int sum);

int main() {
  std::vector<int> numbers(N);
  for (int i = 0; i < N; ++i) numbers[i] = i;
  int *in, *out;
  cudaMalloc(&in, N * sizeof(int));
  cudaMalloc(&out, N * sizeof(int));
  cudaMemcpy(in, numbers.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  launch_reverse(out, in, N);
  cudaMemcpy(numbers.data(), out, N * sizeof(int), cudaMemcpyDeviceToHost);
  print(GREETING, host_sum(numbers.data(), N));
  cudaFree(in);
  cudaFree(out);
  return numbers[0] == N - 1 ? 0 : 1;
}
