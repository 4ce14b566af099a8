// Right, with all errors. The kernel has nothing to do.
// rejected by: result
// expect: FAILED  n = 1009, before 20, after 43, steps 2, threads 96: no copy has brought the signal to the device
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

constexpr int kMostWeights = 64;

__constant__ float weight_table[kMostWeights];

__global__ void nothing() {}

cudaError_t smooth_in_steps(float* signal, long long n, const float* weights, int before, int after,
                            int steps, int threads) {
  const size_t bytes = n * sizeof(float), weight_bytes = (before + 1 + after) * sizeof(float);
  float* memory = nullptr;
  cudaError_t error = cudaMalloc(&memory, bytes);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(weight_table, weights, weight_bytes);
  if (error == cudaSuccess) {
    nothing<<<(n - 1) / threads + 1, threads>>>();
    error = cudaGetLastError();
  }
  cudaFree(memory);
  if (error != cudaSuccess) return error;
  for (int step = 0; step < steps; ++step) {
    const std::vector<float> old(signal, signal + n);
    for (long long i = 0; i < n; ++i) {
      signal[i] = 0;
      for (int k = -before; k <= after; ++k) {
        signal[i] += weights[before + k] * old[std::min(std::max(i + k, 0ll), n - 1)];
      }
    }
  }
  return cudaSuccess;
}
