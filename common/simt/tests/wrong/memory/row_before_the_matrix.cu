// The first row's neighbour above is a row of nobody's, however large what was allocated before.
// expect: simt: read of 4 bytes of global memory out of bounds, 2048 bytes before the start of the 262144 bytes
// expect: @picture
// expect: @access
#include <cuda_runtime.h>

__global__ void blur(const float* in, float* out, int width) {
  const int i = threadIdx.x;
  out[i] = 0.5f * (in[i] + in[i - width]);  // @access
}

int main() {
  constexpr int kWidth = 512, kHeight = 128;
  float *in, *out, *other;
  cudaMalloc(&other, 4000);
  cudaMalloc(&in, kWidth * kHeight * sizeof *in);  // @picture
  cudaMalloc(&out, kWidth * kHeight * sizeof *out);
  cudaMemset(in, 0, kWidth * kHeight * sizeof *in);
  blur<<<1, kWidth>>>(in, out, kWidth);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
