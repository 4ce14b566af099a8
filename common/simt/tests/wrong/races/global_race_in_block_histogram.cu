// A histogram of one block in global memory: two threads may find the same bin, and one increment is lost.
// expect: simt: race on global memory: two threads of a block use byte
// expect: @count by thread
// expect: @count by thread
// expect: use atomics
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char* text, int n, int* bins) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    bins[text[i] % 26]++;  // @count
  }
}

int main() {
  unsigned char* text;
  int* bins;
  cudaMalloc(&text, 1000);
  cudaMalloc(&bins, 26 * sizeof(int));
  cudaMemset(text, 'a', 1000);
  cudaMemset(bins, 0, 26 * sizeof(int));
  histogram<<<1, 64>>>(text, 1000, bins);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
