// expect: simt: write of 4 bytes of host memory that was registered read-only at
// expect: @registration
// expect: @access
#include <cuda_runtime.h>

#include <vector>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @access
}

int main() {
  std::vector<int> data(32);
  cudaHostRegister(data.data(), 128, cudaHostRegisterReadOnly);  // @registration
  fill<<<1, 32>>>(data.data());
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
