// The same by memset, and the memory is the program's own, which it has registered.
// expect: simt: race between host and device: both use byte 0 of the 4096 bytes that were registered at
// expect: @registered, and the host has not waited
// expect: cudaMemcpyAsync at
// expect: @send
// expect: @change by host code
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

int main() {
  std::vector<int> host(1024, 1);
  int* data;
  cudaMalloc(&data, 4096);
  cudaHostRegister(host.data(), 4096, cudaHostRegisterDefault);  // @registered
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(data, host.data(), 4096, cudaMemcpyHostToDevice, stream);  // @send
  std::memset(host.data(), 0, 4096);                                         // @change
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5;
}
