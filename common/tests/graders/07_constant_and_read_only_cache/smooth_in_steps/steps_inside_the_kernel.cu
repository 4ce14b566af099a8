// __syncthreads() is a barrier for a block. Other blocks may be a step ahead, or behind.
// rejected by: model
// expect: simt: race on global memory
// expect: FAILED  n = 33, before 1, after 3, steps 3, threads 32: the kernel did not run to its end
#include <cuda_runtime.h>

#include <utility>

constexpr int kMostWeights = 64;

__constant__ float weight_table[kMostWeights];

__global__ void smooth(float* out, float* in, long long n, int before, int after, int steps) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    float sum = 0;
    for (int k = -before; k <= after; ++k) {
      sum += weight_table[before + k] * in[min(max(i + k, 0ll), n - 1)];
    }
    if (i < n) out[i] = sum;
    __syncthreads();
    float* const last = in;
    in = out;
    out = last;
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
  if (error == cudaSuccess && steps > 0) {
    smooth<<<(n - 1) / threads + 1, threads>>>(to, from, n, before, after, steps);
    error = cudaGetLastError();
    if (steps % 2 != 0) std::swap(from, to);
  }
  if (error == cudaSuccess) error = cudaMemcpy(signal, from, bytes, cudaMemcpyDeviceToHost);
  cudaFree(to);
  cudaFree(from);
  return error;
}
