// The host does not wait for a copy inside of the device, not even for cudaMemcpy.
// expect: simt: race between streams: two operations use byte 0
// expect: cudaMemcpy at
// expect: @copy, in the default stream
// expect: @write by kernel fill
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 4096);
  cudaMalloc(&to, 4096);
  cudaMemset(from, 0, 4096);
  cudaDeviceSynchronize();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpy(to, from, 4096, cudaMemcpyDeviceToDevice);  // @copy
  fill<<<4, 256, 0, stream>>>(from, 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
