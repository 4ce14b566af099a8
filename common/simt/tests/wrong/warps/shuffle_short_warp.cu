// A block of 20 threads adds up as if it had 32.
// expect: simt: lane 8 shuffles from lane 24, which the block does not have (mask 0xffffffff)
// expect: @shuffle
#include <cuda_runtime.h>

__global__ void sum(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);  // @shuffle
  if (threadIdx.x == 0) *out = v;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 4);
  cudaMemset(in, 0, 128);
  sum<<<1, 20>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
