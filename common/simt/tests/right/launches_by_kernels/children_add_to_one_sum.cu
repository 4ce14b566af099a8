// Children of one grid, and the grid itself, add up numbers by compare-and-swap. Nothing orders them, and nothing has
// to: a read that is old makes the swap fail.
// prints: 5152
#include <cuda_runtime.h>

#include <cstdio>

__device__ void add(int* sum, int value) {
  int old = *sum, expected;
  do {
    expected = old;
    old = atomicCAS(sum, expected, expected + value);
  } while (expected != old);
}

__global__ void child(int* sum, int first) { add(sum, first + static_cast<int>(threadIdx.x)); }

__global__ void parent(int* sum) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(sum, 32);
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(sum, 96);
  add(sum, 64);
}

int main() {
  int *sum, host;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  parent<<<1, 1>>>(sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host);
  cudaFree(sum);
}
