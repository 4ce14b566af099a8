// A float3 with one call: there is no such copy.
// expect: simt: __pipeline_memcpy_async() of 12 bytes
// expect: @access
// expect: 4, 8 or 16 bytes
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void lengths(const float3* in, float* out) {
  __shared__ float3 points[32];
  const int i = threadIdx.x;
  const std::size_t size = sizeof(float3);
  __pipeline_memcpy_async(&points[i], &in[i], size);  // @access
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = points[i].x;
}

int main() {
  float3* in;
  float* out;
  cudaMalloc(&in, 32 * sizeof(float3));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float3));
  lengths<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
