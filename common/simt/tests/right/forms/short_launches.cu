// supports: launches: a grid alone, for blocks of one thread, and arguments in braces
// prints: 42
#include <cuda_runtime.h>

#include <cstdio>

struct Range {
  int first, last;
};

__global__ void count(Range range, int* sum) { atomicAdd(sum, range.last - range.first); }

template <class T>
__global__ void add(T pair, int* sum) {
  atomicAdd(sum, pair.first * pair.last);
}

__global__ void threads(int* sum) { atomicAdd(sum, blockDim.x); }

int main() {
  int *sum, host;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<2, 2>>>({3, 10}, sum);
  add<Range><<<1, 1>>>({2, 5}, sum);
  threads<<<4>>>(sum);
  cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  std::printf("%d\n", host);
  return host == 4 * 7 + 10 + 4 ? 0 : 1;
}
