// expect: simt: read of 4 bytes of host memory that is no longer registered, since
// expect: @release
// expect: @access
// expect: cudaHostUnregister only after the last kernel
#include <cuda_runtime.h>

#include <vector>

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @access
}

int main() {
  std::vector<int> in(32, 1);
  int* out;
  cudaMalloc(&out, 128);
  cudaHostRegister(in.data(), 128, cudaHostRegisterDefault);
  copy<<<1, 32>>>(in.data(), out);  // right
  cudaHostUnregister(in.data());    // @release
  if (cudaDeviceSynchronize() != cudaSuccess) return 6;
  copy<<<1, 32>>>(in.data(), out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
