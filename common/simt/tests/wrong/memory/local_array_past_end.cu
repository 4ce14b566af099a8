// Eight samples, and a loop that is told to take nine.
// expect: simt: index 8 is out of bounds of an array of type float [8]
// expect: @access
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: compare the index with the number of elements
#include <cuda_runtime.h>

__global__ void smooth(const float* in, float* out, int samples) {
  float window[8];
  for (int i = 0; i <= samples; ++i) {
    window[i] = in[threadIdx.x + i];  // @access
  }
  out[threadIdx.x] = window[0] + window[samples - 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 64 * sizeof(float));
  smooth<<<1, 32>>>(in, out, 8);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
