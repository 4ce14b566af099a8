// cudaMemset returns before the memory is set, and a non-blocking stream does not wait for the default
// stream.
// expect: simt: race between streams: two operations use byte 0
// expect: cudaMemset at
// expect: @set, in the default stream
// expect: @write by kernel fill
// expect: non-blocking, created at
// expect: cudaStreamNonBlocking does not wait for the default stream
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int* data;
  cudaMalloc(&data, 4096);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemset(data, 0, 4096);  // @set
  fill<<<4, 256, 0, stream>>>(data, 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
