// Four floats at once from the second one on.
// expect: simt: __pipeline_memcpy_async() of 16 bytes at a misaligned address
// expect: @access
// expect: multiples of the size, 16 bytes
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void shift(const float* in, float* out) {
  __shared__ float4 tile[32];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[4 * i + 1], sizeof(float4));  // @access
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = tile[i].x;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 129 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 129 * sizeof(float));
  shift<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
