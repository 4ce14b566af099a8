// expect: simt: host code reads or writes device memory
// expect: @access
// expect: cudaMemcpy
#include <cuda_runtime.h>

int main() {
  int* data;
  cudaMalloc(&data, 128);
  data[3] = 1;  // @access
}
