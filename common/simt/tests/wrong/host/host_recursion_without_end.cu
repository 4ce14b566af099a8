// expect: simt: host code uses an address at which there is no memory
// expect: host_recursion_without_end.cu:1
// exit: 139
#include <cuda_runtime.h>

#include <cstdio>

__global__ void nothing() {}

int depth(volatile int* end, int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  return n == *end ? 0 : depth(end, n + 1) + frame[0];
}

int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  volatile int end = -1;
  std::printf("%d\n", depth(&end, 0));
}
