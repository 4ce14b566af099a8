// The results are fetched in a stream that does not wait for the kernel.
// expect: simt: race between streams: two operations use byte 0
// expect: write
// expect: @write by kernel fill
// expect: read
// expect: cudaMemcpyAsync at
// expect: @fetch, in stream 4, created at
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaMemset(data, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  fill<<<4, 256, 0, one>>>(data, 1);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost, two);  // @fetch
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
