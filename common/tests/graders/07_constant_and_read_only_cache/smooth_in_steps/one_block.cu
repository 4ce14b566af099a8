// Right, and one multiprocessor of 132 is at work.
// rejected by: model
// expect: basic blocks of the busiest warp:
// expect: share the work out among more threads, warps and blocks
#include <cuda_runtime.h>

#include <utility>

constexpr int kMostWeights = 64;

__constant__ float weight_table[kMostWeights];

__global__ void smooth(float* out, const float* in, long long n, int before, int after) {
  for (long long i = threadIdx.x; i < n; i += blockDim.x) {
    float sum = 0;
    for (int k = -before; k <= after; ++k) {
      sum += weight_table[before + k] * in[min(max(i + k, 0ll), n - 1)];
    }
    out[i] = sum;
  }
}

cudaError_t smooth_in_steps(float* signal, long long n, const float* weights, int before, int after,
                            int steps, int threads) {
  const size_t bytes = n * sizeof(float), weight_bytes = (before + 1 + after) * sizeof(float);
  float *from = nullptr, *to = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&to, bytes);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(weight_table, weights, weight_bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, signal, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    smooth<<<1, threads>>>(to, from, n, before, after);
    error = cudaGetLastError();
    std::swap(from, to);
  }
  if (error == cudaSuccess) error = cudaMemcpy(signal, from, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  return error;
}
