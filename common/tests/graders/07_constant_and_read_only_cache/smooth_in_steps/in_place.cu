// One buffer: a thread finds new values where it looks for old ones.
// rejected by: model
// expect: simt: race on global memory
// expect: FAILED  n = 33, before 1, after 3, steps 3, threads 32: the kernel did not run to its end
#include <cuda_runtime.h>

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
                            int steps, int threads) {
  const size_t bytes = n * sizeof(float), weight_bytes = (before + 1 + after) * sizeof(float);
  float* from = nullptr;
  cudaError_t error = cudaMalloc(&from, bytes);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(weight_table, weights, weight_bytes);
  if (error == cudaSuccess) error = cudaMemcpy(from, signal, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps && error == cudaSuccess; ++step) {
    smooth<<<(n - 1) / threads + 1, threads>>>(from, from, n, before, after);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(signal, from, bytes, cudaMemcpyDeviceToHost);
  cudaFree(from);
  return error;
}
