// New constants are copied in one stream while a kernel in another one reads the old.
// expect: simt: race between streams: two operations use byte 0 of the __constant__ variable factors
// expect: @use by kernel scale
// expect: cudaMemcpyToSymbolAsync at
// expect: @send
#include <cuda_runtime.h>

__constant__ int factors[4];

__global__ void scale(int* data) {
  data[threadIdx.x] = factors[blockIdx.x];  // @use
}

int main() {
  int *data, *host;
  cudaMalloc(&data, 128);
  cudaMallocHost(&host, 16);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  scale<<<1, 32, 0, one>>>(data);
  cudaMemcpyToSymbolAsync(factors, host, 16, 0, cudaMemcpyHostToDevice, two);  // @send
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
