// expect: simt: write of 4 bytes of host memory
// expect: @access
// expect: cudaMalloc
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @access
}

int main() {
  std::vector<int> data(32);
  fill<<<1, 32>>>(data.data());
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
