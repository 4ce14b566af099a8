// Results are compared with what they should be, before they have arrived.
// expect: simt: race between host and device: both use byte 0
// expect: cudaMemcpyAsync at
// expect: @fetch
// expect: by host code
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaMemset(data, 0, 4096);
  const std::vector<int> expected(1024);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost);  // @fetch
  if (std::equal(expected.begin(), expected.end(), host)) std::printf("right\n");
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
