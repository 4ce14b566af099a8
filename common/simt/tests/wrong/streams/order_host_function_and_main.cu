// The program goes on while a host function still writes.
// expect: simt: race between host and device: both use byte 0
// expect: @work by the host function of cudaStreamAddCallback at
// expect: @call
// expect: @use by host code
#include <cuda_runtime.h>

#include <cstdio>

void CUDART_CB work(cudaStream_t, cudaError_t, void* data) {
  *static_cast<int*>(data) = 7;  // @work
}

int main() {
  int* host;
  cudaMallocHost(&host, 4);
  *host = 0;
  cudaStreamAddCallback(nullptr, work, host, 0);  // @call
  std::printf("%d\n", *host);                     // @use
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
