// A number of which the last byte is missing: the size in bytes was computed wrongly.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written, at byte 15 of the 16 bytes that were allocated at
// expect: @twice
// expect: by      thread (3,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void twice(const float* in, float* out) {
  out[threadIdx.x] = 2 * in[threadIdx.x];  // @twice
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * sizeof(float));
  cudaMalloc(&out, 4 * sizeof(float));
  cudaMemset(in, 0, 4 * sizeof(float) - 1);
  twice<<<1, 4>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
