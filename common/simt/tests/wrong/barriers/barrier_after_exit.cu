// Legal since compute capability 7.0; an error on request.
// environment: SIMT_CHECK_BARRIER=all
// expect: simt: 40 threads wait in __syncthreads(), and 24 of the block have exited
// expect: @barrier
// expect: SIMT_CHECK_BARRIER=live
#include <cuda_runtime.h>

__global__ void scale(float* data, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  data[i] *= 2;
  __syncthreads();  // @barrier
  if (i > 0) data[i - 1] += 1;
}

int main() {
  float* data;
  cudaMalloc(&data, 256);
  cudaMemset(data, 0, 256);
  scale<<<1, 64>>>(data, 40);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
