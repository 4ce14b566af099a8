// A histogram of each thread's values, one of which is negative.
// expect: simt: index -3 is out of bounds of an array of type int [16]
// expect: @access
// expect: by      thread (5,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void most_frequent(const int* values, int n, int* out) {
  int bins[16] = {};
  for (int i = 0; i < n; ++i) {
    ++bins[values[threadIdx.x * n + i]];  // @access
  }
  int best = 0;
  for (int i = 1; i < 16; ++i) {
    if (bins[i] > bins[best]) best = i;
  }
  out[threadIdx.x] = best;
}

int main() {
  constexpr int kThreads = 32, kEach = 4;
  int host[kThreads * kEach] = {};
  host[5 * kEach + 2] = -3;
  int *values, *out;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  most_frequent<<<1, kThreads>>>(values, kEach, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
