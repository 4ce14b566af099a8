// Two streams fill two halves of a buffer, and one of them goes a byte too far.
// expect: simt: race between streams: two operations use byte 16 of the 32 bytes that were allocated at
// expect: @write by kernel fill, launched at
// expect: @upper
// expect: @write by kernel fill, launched at
// expect: @lower
#include <cuda_runtime.h>

__global__ void fill(char* data, char value) {
  data[threadIdx.x] = value;  // @write
}

int main() {
  char* data;
  cudaMalloc(&data, 32);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  fill<<<1, 16, 0, one>>>(data + 16, 'u');  // @upper
  fill<<<1, 17, 0, two>>>(data, 'l');       // @lower
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
