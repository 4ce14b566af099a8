// expect: simt: host code uses an address at which there is no memory
// expect: @access
// exit: 139
#include <cuda_runtime.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  int* volatile values = nullptr;
  std::printf("%d\n", values[2]);  // @access
}
