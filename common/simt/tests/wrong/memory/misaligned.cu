// expect: simt: read of 16 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 16 bytes
#include <cuda_runtime.h>

__global__ void load(const float* in, float* out) {
  const float4 v = *reinterpret_cast<const float4*>(in + 1);  // @access
  out[threadIdx.x] = v.x + v.w;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  load<<<1, 1>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 5;
}
