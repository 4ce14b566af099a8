// Neighbours in a word are no race; a byte that one thread writes and another one reads is.
// expect: simt: race on shared memory: two threads use byte 1 of flags and nothing orders them
// expect: read
// expect: @read by thread (0,0,0) of block (0,0,0)
// expect: write
// expect: @write by thread (1,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void compare_neighbours(unsigned char* data) {
  __shared__ unsigned char flags[64];
  const int t = threadIdx.x;
  flags[t] = data[t];                             // @write
  if (t < 63) data[t] = flags[t + 1] - flags[t];  // @read
}

int main() {
  unsigned char* data;
  cudaMalloc(&data, 64);
  cudaMemset(data, 7, 64);
  compare_neighbours<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
