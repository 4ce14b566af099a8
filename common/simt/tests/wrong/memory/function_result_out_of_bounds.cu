// A function's result, of a class type, goes straight to memory that is not there.
// expect: simt: write of 8 bytes of global memory out of bounds, 0 bytes past the end of the 128 bytes that were allocated at
// expect: @access
// expect: thread (16,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__device__ __noinline__ float2 on_circle(float angle) {
  return make_float2(cosf(angle), sinf(angle));
}

__global__ void circle(float2* out) {
  out[threadIdx.x] = on_circle(0.1f * threadIdx.x);  // @access
}

int main() {
  float2* out;
  cudaMalloc(&out, 16 * sizeof(float2));
  circle<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
