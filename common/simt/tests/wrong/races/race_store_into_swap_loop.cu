// The swap loop is right, but one thread resets the sum with a plain store.
// expect: simt: race on shared memory: two threads use byte 0 of best
// expect: @reset
#include <cuda_runtime.h>

__global__ void smallest(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 1 << 30;
  __syncthreads();
  if (threadIdx.x == 63) best = 0;  // @reset
  int old = best;
  while (in[threadIdx.x] < old) {
    const int expected = old;
    old = atomicCAS(&best, expected, in[threadIdx.x]);
    if (old == expected) break;
  }
  __syncthreads();
  *out = best;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 4);
  cudaMemset(in, 1, 256);
  smallest<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
