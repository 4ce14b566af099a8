// Zeros from one stream, and a kernel that counts there in another one: what is counted first may get lost.
// expect: simt: race between streams: two operations use byte 0 of the 128 bytes
// expect: and nothing orders them
// expect: cudaMemsetAsync at
// expect: @set
// expect: @add by kernel count
// expect: a stream that was created with cudaStreamNonBlocking does not wait for the default stream
#include <cuda_runtime.h>

__global__ void count(int* bins) {
  atomicAdd(&bins[threadIdx.x % 32], 1);  // @add
}

int main() {
  int* bins;
  cudaMalloc(&bins, 128);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemsetAsync(bins, 0, 128);  // @set
  count<<<4, 256, 0, stream>>>(bins);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
