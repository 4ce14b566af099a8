// The host waits, for another stream.
// expect: simt: race between host and device: both use byte 8
// expect: cudaMemcpyAsync at
// expect: @fetch
// expect: @use by host code
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaMemset(data, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost, one);  // @fetch
  cudaStreamSynchronize(two);
  std::printf("%d\n", host[2]);  // @use
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
