// expect: simt: read of 4 bytes of global memory out of bounds, 0 bytes past the end of the 400 bytes
// expect: @access
// expect: by      thread (100,0,0) of block (0,0,0)
#include <cuda_runtime.h>

// The index is compared behind the load, not before it.
__global__ void copy(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = in[i];  // @access
  if (i < n) out[i] = v;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 400);
  cudaMalloc(&out, 400);
  cudaMemset(in, 0, 400);
  copy<<<1, 128>>>(in, out, 100);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
