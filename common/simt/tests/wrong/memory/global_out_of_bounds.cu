// The last block runs past the end of both arrays.
// expect: simt: read of 4 bytes of global memory out of bounds, 0 bytes past the end of the 4000 bytes that were allocated at
// expect: @allocation (parameter in)
// expect: at
// expect: @access
// expect: thread (232,0,0) of block (3,0,0)
// expect: kernel  scale, launched at
// expect: @launch with grid (4,1,1) and block (256,1,1)
// expect: the exit code is 1
#include <cuda_runtime.h>

__global__ void scale(const float* in, float* out, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * factor;  // @access
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 1000 * sizeof(float));  // @allocation
  cudaMemset(in, 0, 1000 * sizeof(float));
  scale<<<4, 256>>>(in, out, 2.0f);  // @launch
  // The program looks at nothing: the exit code must tell all the same.
}
