// expect: simt: host code reads or writes managed memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @release
// expect: @access
#include <cuda_runtime.h>

int main() {
  int* data;
  cudaMallocManaged(&data, 128);  // @allocation
  data[0] = 1;
  cudaFree(data);  // @release
  return data[0];  // @access
}
