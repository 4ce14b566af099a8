// The lanes agree that all have filled their places, by a vote: that orders no memory.
// expect: simt: race on shared memory
// expect: @fill
// expect: @use
#include <cuda_runtime.h>

__global__ void reverse_positive(const int* in, int* out) {
  __shared__ int values[64];
  int* const mine = values + threadIdx.x / 32 * 32;
  const int lane = threadIdx.x % 32;
  mine[lane] = in[threadIdx.x];  // @fill
  if (__all_sync(0xffffffffu, in[threadIdx.x] >= 0)) {
    out[threadIdx.x] = mine[31 - lane];  // @use
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 1, 256);
  reverse_positive<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
