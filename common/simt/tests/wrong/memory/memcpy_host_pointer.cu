// expect: simt: write of 1 byte of host memory
// expect: @access
#include <cuda_runtime.h>

#include <vector>

__global__ void copy(int* out, const int* in) {
  __builtin_memcpy(out, in, 16);  // @access
}

int main() {
  std::vector<int> out(4);
  int* in;
  cudaMalloc(&in, 16);
  cudaMemset(in, 0, 16);
  copy<<<1, 1>>>(out.data(), in);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
