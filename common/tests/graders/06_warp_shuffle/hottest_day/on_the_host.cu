// Right, and no kernel has looked at a single number.
// rejected by: model
// expect: the kernels have loaded 0 sectors of the
#include <cuda_runtime.h>

__global__ void nothing() {}

cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  float* in = nullptr;
  cudaError_t error = cudaMalloc(&in, n * sizeof(float));
  if (error == cudaSuccess) {
    error = cudaMemcpy(in, temperatures, n * sizeof(float), cudaMemcpyHostToDevice);
  }
  if (error == cudaSuccess) {
    nothing<<<(n - 1) / threads + 1, threads>>>();
    error = cudaGetLastError();
  }
  cudaFree(in);
  if (error != cudaSuccess) return error;
  *day = 0;
  for (long long i = 1; i < n; ++i) {
    if (temperatures[i] > temperatures[*day]) *day = i;
  }
  return cudaSuccess;
}
