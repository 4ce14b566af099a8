// Where it is always colder than 0, no day is the hottest one.
// rejected by: result
// expect: FAILED  n = 1, threads = 32: expected day 0, got
#include <cuda_runtime.h>

__global__ void find_largest(float* hottest, int* day, const float* in, long long n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  float largest = 0;
  int mine = -1;
  if (i < n && in[i] > largest) {
    largest = in[i];
    mine = i;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    const float other = __shfl_down_sync(~0u, largest, offset);
    const int others = __shfl_down_sync(~0u, mine, offset);
    if (other > largest) {
      largest = other;
      mine = others;
    }
  }
  if (threadIdx.x % 32 == 0) {
    hottest[i / 32] = largest;
    day[i / 32] = mine;
  }
}

#include <vector>

cudaError_t hottest_day(int* day, const float* temperatures, long long n, int threads) {
  const long long blocks = (n - 1) / threads + 1, warps = blocks * (threads / 32);
  float *in = nullptr, *hottest = nullptr;
  int* days = nullptr;
  cudaError_t error = cudaMalloc(&in, n * sizeof(float));
  if (error == cudaSuccess) error = cudaMalloc(&hottest, warps * sizeof(float));
  if (error == cudaSuccess) error = cudaMalloc(&days, warps * sizeof(int));
  if (error == cudaSuccess) {
    error = cudaMemcpy(in, temperatures, n * sizeof(float), cudaMemcpyHostToDevice);
  }
  if (error == cudaSuccess) {
    find_largest<<<blocks, threads>>>(hottest, days, in, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) {
    std::vector<float> largest(warps);
    std::vector<int> day_of(warps);
    error = cudaMemcpy(largest.data(), hottest, warps * sizeof(float), cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) {
      error = cudaMemcpy(day_of.data(), days, warps * sizeof(int), cudaMemcpyDeviceToHost);
    }
    long long best = 0;
    for (long long w = 1; w < warps; ++w) {
      if (largest[w] > largest[best]) best = w;
    }
    if (error == cudaSuccess) *day = day_of[best];
  }
  cudaFree(in);
  cudaFree(hottest);
  cudaFree(days);
  return error;
}
