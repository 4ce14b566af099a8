// Zeros that are copied to flags in one stream, and a kernel that sets them in another one: which write is the last?
// expect: simt: race between streams: two operations use byte 0 of the 128 bytes
// expect: and nothing orders them
// expect: cudaMemcpyAsync at
// expect: @clear
// expect: @flag by kernel set
#include <cuda_runtime.h>

__global__ void set(volatile int* flags) {
  flags[threadIdx.x] = 1;  // @flag
}

int main() {
  int *flags, *zeros;
  cudaMalloc(&flags, 128);
  cudaMallocHost(&zeros, 128);
  for (int i = 0; i < 32; ++i) zeros[i] = 0;
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaMemcpyAsync(flags, zeros, 128, cudaMemcpyHostToDevice, one);  // @clear
  set<<<1, 32, 0, two>>>(flags);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
