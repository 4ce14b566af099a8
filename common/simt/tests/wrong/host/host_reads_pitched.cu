// expect: simt: host code reads or writes device memory
// expect: @access
// expect: cudaMemcpy
#include <cuda_runtime.h>

int main() {
  float* data;
  size_t pitch;
  cudaMallocPitch(&data, &pitch, 100, 4);
  return data[pitch / sizeof(float)] == 0;  // @access
}
