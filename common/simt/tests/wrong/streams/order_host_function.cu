// A host function looks at what another stream is still copying.
// expect: simt: race between streams: two operations use byte 20
// expect: cudaMemcpyAsync at
// expect: @fetch
// expect: @look by the host function of cudaLaunchHostFunc at
// expect: @call
#include <cuda_runtime.h>

int seen;

void look(void* data) {
  seen = static_cast<int*>(data)[5];  // @look
}

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaMemset(data, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost, one);  // @fetch
  cudaLaunchHostFunc(two, look, host);                             // @call
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
