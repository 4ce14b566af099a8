// The kernel stores each temperature as it was, and the host looks for the hottest one in what came back.
// rejected by: result
// expect: FAILED  n = 1009, threads = 96: bytes copied back
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

__global__ void touch(float* temperatures, long long n) {
  const long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) temperatures[i] += 0.0f;
}

cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  float* device = nullptr;
  cudaError_t error = cudaMalloc(&device, n * sizeof(float));
  if (error == cudaSuccess) {
    error = cudaMemcpy(device, temperatures, n * sizeof(float), cudaMemcpyHostToDevice);
  }
  if (error == cudaSuccess) {
    touch<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(device, n);
    error = cudaGetLastError();
  }
  std::vector<float> back(error == cudaSuccess ? n : 0);
  if (error == cudaSuccess) {
    error = cudaMemcpy(back.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  cudaFree(device);
  if (error != cudaSuccess) return error;
  *day = static_cast<int>(std::max_element(back.begin(), back.end()) - back.begin());
  return cudaSuccess;
}
