// The same through the standard library: a vector is made of what has not arrived.
// expect: simt: race between host and device: both use byte 0
// expect: cudaMemcpyAsync at
// expect: @fetch
// expect: by host code
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaMemset(data, 0, 4096);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost);  // @fetch
  const std::vector<int> result(host, host + 1024);
  std::printf("%d\n", result[5]);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
