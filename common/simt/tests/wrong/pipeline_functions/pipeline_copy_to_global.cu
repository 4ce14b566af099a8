// An asynchronous copy inside of global memory.
// expect: simt: __pipeline_memcpy_async() to what is not shared memory
// expect: @access
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void copy(const int2* in, int2* out) {
  __pipeline_memcpy_async(&out[threadIdx.x], &in[threadIdx.x], sizeof(int2));  // @access
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

int main() {
  int2 *in, *out;
  cudaMalloc(&in, 32 * sizeof(int2));
  cudaMalloc(&out, 32 * sizeof(int2));
  cudaMemset(in, 0, 32 * sizeof(int2));
  copy<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
