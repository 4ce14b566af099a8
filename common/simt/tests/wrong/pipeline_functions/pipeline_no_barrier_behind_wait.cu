// Each thread waits for its own copies and then reads those of others.
// expect: simt: race on shared memory
// expect: @read
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverse(const int* in, int* out) {
  __shared__ int numbers[64];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&numbers[i], &in[i], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[i] = numbers[63 - i];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
