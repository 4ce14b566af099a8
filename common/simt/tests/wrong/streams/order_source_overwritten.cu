// The source of an asynchronous copy is page-locked, and gets new values while the copy may read it.
// expect: simt: race between host and device: both use byte 0
// expect: read
// expect: cudaMemcpyAsync at
// expect: @send
// expect: write
// expect: @change by host code
#include <cuda_runtime.h>

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  for (int i = 0; i < 1024; ++i) host[i] = 1;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(data, host, 4096, cudaMemcpyHostToDevice, stream);  // @send
  for (int i = 0; i < 1024; ++i) host[i] = 2;                         // @change
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5;
}
