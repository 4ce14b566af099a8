// A stream frees memory that a kernel in another stream may still use.
// expect: simt: race between streams: an operation uses memory that another one allocates or frees, the 4096 bytes that were allocated at
// expect: @allocation, and nothing orders them
// expect: use     kernel fill, launched at
// expect: free
// expect: cudaFreeAsync at
// expect: @free
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }

int main() {
  int* data;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMallocAsync(&data, 4096, one);  // @allocation
  cudaStreamSynchronize(one);
  fill<<<4, 256, 0, two>>>(data, 1);
  cudaFreeAsync(data, one);  // @free
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
