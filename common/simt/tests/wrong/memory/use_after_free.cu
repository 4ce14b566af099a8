// expect: simt: read of 4 bytes of global memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @release
// expect: @access
#include <cuda_runtime.h>

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @access
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);  // @allocation
  cudaMalloc(&out, 128);
  cudaFree(in);  // @release
  copy<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
