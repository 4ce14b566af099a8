// CUDA has atomicAdd of float2 for global memory only.
// expect: simt: atomicAdd() of a float2 or float4 in shared memory
// expect: @access
// expect: global memory only
#include <cuda_runtime.h>

__global__ void sum(const float2* in, float2* out) {
  __shared__ float2 sums[8];
  if (threadIdx.x < 8) sums[threadIdx.x] = make_float2(0, 0);
  __syncthreads();
  atomicAdd(&sums[threadIdx.x % 8], in[threadIdx.x]);  // @access
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = sums[threadIdx.x];
}

int main() {
  float2 *in, *out;
  cudaMalloc(&in, 64 * sizeof(float2));
  cudaMalloc(&out, 8 * sizeof(float2));
  cudaMemset(in, 0, 64 * sizeof(float2));
  sum<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorInvalidAddressSpace ? 0 : 3;
}
