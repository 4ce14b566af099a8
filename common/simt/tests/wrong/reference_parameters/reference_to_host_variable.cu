// A reference to a variable of main(): the kernel gets its address, which is memory of the host.
// expect: simt: write of 4 bytes of host memory
// expect: @write
// expect: by value
#include <cuda_runtime.h>

__global__ void largest(const int* values, int n, int& result) {
  int most = values[0];
  for (int i = 1; i < n; ++i) most = values[i] > most ? values[i] : most;
  result = most;  // @write
}

int main() {
  int* values;
  cudaMalloc(&values, 8 * sizeof(int));
  cudaMemset(values, 0, 8 * sizeof(int));
  int result = 0;
  largest<<<1, 1>>>(values, 8, result);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
