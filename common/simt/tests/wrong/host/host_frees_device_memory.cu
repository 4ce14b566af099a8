// expect: simt: host code calls free() of the 64 bytes that were allocated at
// expect: @call
// expect: @free
// expect: cudaFree
#include <cuda_runtime.h>

#include <cstdlib>

int main() {
  int* data;
  cudaMalloc(&data, 64);  // @call
  free(data);             // @free
}
