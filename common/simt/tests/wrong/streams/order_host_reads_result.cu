// Host code sums up the results before the copy can have come to an end.
// expect: simt: race between host and device: both use byte 0 of the 4096 bytes that were allocated at
// expect: @host, and the host has not waited
// expect: write
// expect: cudaMemcpyAsync at
// expect: @fetch, in stream 3
// expect: read
// expect: @sum by host code
// expect: cudaStreamSynchronize
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);  // @host
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<4, 256, 0, stream>>>(data, 1);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost, stream);  // @fetch
  int sum = 0;
  for (int i = 0; i < 1024; ++i) sum += host[i];  // @sum
  std::printf("%d\n", sum);
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5;
}
