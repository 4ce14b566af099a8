// Blocks of 256, whatever the caller wants.
// rejected by: result
// expect: FAILED  threads = 2048: it returned cudaSuccess
#include <cuda_runtime.h>

#include <utility>

constexpr int kMostWeights = 64;

__constant__ float weight_table[kMostWeights];

__global__ void smooth(float* out, const float* in, long long n, int before, int after) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -before; k <= after; ++k) {
    sum += weight_table[before + k] * in[min(max(i + k, 0ll), n - 1)];
  }
  out[i] = sum;
}

cudaError_t smooth_in_steps(float* signal, long long n, const float* weights, int before, int after,
                            int steps, int) {
  const size_t bytes = n * sizeof(float), weight_bytes = (before + 1 + after) * sizeof(float);
  float *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(weight_table, weights, weight_bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, signal, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    smooth<<<(n - 1) / 256 + 1, 256>>>(to, from, n, before, after);
    error = cudaGetLastError();
    std::swap(from, to);
  }
  if (error == cudaSuccess) error = cudaMemcpy(signal, from, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  return error;
}
