// A filter of nine weights, and a loop that takes ten.
// expect: simt: read of 4 bytes out of bounds, 0 bytes past the end of the __constant__ variable weights (36 bytes)
// expect: @access
#include <cuda_runtime.h>

__constant__ float weights[9];
__constant__ float scale[9];

__global__ void filter(const float* in, float* out, int taps) {
  float sum = 0;
  for (int i = 0; i <= taps; ++i) {
    sum += in[threadIdx.x + i] * weights[i];  // @access
  }
  out[threadIdx.x] = sum * scale[0];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  filter<<<1, 32>>>(in, out, 9);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
