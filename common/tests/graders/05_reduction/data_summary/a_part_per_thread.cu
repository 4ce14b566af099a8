// No tree: each thread has a part of its own, and the host puts all of them together.
// rejected by: result
// expect: FAILED  n = 200003 from 5 to 8, threads = 256: bytes copied back
// expect: the threads of a block should put their results together
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <vector>

struct Summary {
  long long count;          // of the values that are not missing
  float smallest, largest;  // of these
  double mean, variance;    // of these; the variance is the mean of (value - mean)²
};

struct Part {
  long long count;
  float smallest, largest;
  double sum, squares;
};
__host__ __device__ inline Part nothing() { return {0, INFINITY, -INFINITY, 0, 0}; }
__host__ __device__ inline Part together(const Part& a, const Part& b) {
  return {a.count + b.count, fminf(a.smallest, b.smallest), fmaxf(a.largest, b.largest),
          a.sum + b.sum, a.squares + b.squares};
}
__global__ void reduce(Part* parts, const float* values, long long n) {
  const long long step = 1LL * gridDim.x * blockDim.x;
  Part mine = nothing();
  for (long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    const float v = values[i];
    if (!isnan(v)) mine = together(mine, {1, v, v, v, double(v) * v});
  }
  parts[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}
cudaError_t summarize(Summary* summary, const float* values, long long n, int threads) {
  const int blocks = std::min<long long>(256, (n + threads - 1) / threads);
  std::vector<Part> parts(blocks * threads);
  float* d_values = nullptr;
  Part* d_parts = nullptr;
  cudaError_t error = cudaMalloc(&d_values, n * sizeof(float));
  if (error == cudaSuccess) error = cudaMalloc(&d_parts, blocks * threads * sizeof(Part));
  if (error == cudaSuccess)
    error = cudaMemcpy(d_values, values, n * sizeof(float), cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    reduce<<<blocks, threads>>>(d_parts, d_values, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess)
    error =
        cudaMemcpy(parts.data(), d_parts, blocks * threads * sizeof(Part), cudaMemcpyDeviceToHost);
  cudaFree(d_values);
  cudaFree(d_parts);
  if (error != cudaSuccess) return error;
  Part all = nothing();
  for (const Part& part : parts) all = together(all, part);
  const double mean = all.count ? all.sum / all.count : 0;
  *summary = {all.count, all.smallest, all.largest, mean,
              all.count ? all.squares / all.count - mean * mean : 0};
  return cudaSuccess;
}
