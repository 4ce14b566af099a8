// expect: simt: host code divides an integer by zero
// expect: @division
// exit: 136
#include <cuda_runtime.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  volatile int blocks = 0;
  std::printf("%d\n", 1000 / blocks);  // @division
}
