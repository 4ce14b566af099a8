// Copies from and to volatile variables, by their names.
// prints: 5 8 12
#include <cuda_runtime.h>

#include <cstdio>

__device__ volatile int flag;
__device__ volatile float pair[2];

__global__ void set() { flag = 5; }
__global__ void add() { pair[1] = pair[0] + pair[1]; }

int main() {
  int host_flag = 0;
  float host_pair[2] = {3, 5};
  set<<<1, 1>>>();
  cudaMemcpyFromSymbol(&host_flag, flag, sizeof host_flag);
  cudaMemcpyToSymbol(pair, host_pair, sizeof host_pair);
  add<<<1, 1>>>();
  cudaMemcpyFromSymbol(host_pair, pair, sizeof(float), sizeof(float));
  size_t bytes = 0;
  cudaGetSymbolSize(&bytes, pair);
  volatile int* address = nullptr;
  cudaGetSymbolAddress((void**)&address, flag);
  std::printf("%d %g %zu\n", host_flag, host_pair[0], bytes + (address != nullptr ? 4 : 0));
}
