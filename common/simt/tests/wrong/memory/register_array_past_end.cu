// All indices are known, so the array would be in registers, and has no address to leave.
// expect: simt: index 4 is out of bounds of an array of type float [4]
// expect: @access
#include <cuda_runtime.h>

__global__ void sum_of_four(const float* in, float* out) {
  float part[4];
  for (int i = 0; i < 4; ++i) part[i] = in[threadIdx.x * 4 + i];
  float sum = 0;
  for (int i = 1; i <= 4; ++i) {
    sum += part[i];  // @access
  }
  out[threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  sum_of_four<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
