// The kernel reads all values and stores nothing. The host goes through them again.
// rejected by: result
// expect: FAILED  n = 200003 from 5 to 8, threads = 256: count: it is right for the values on the host
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
  float x = 0;
  for (long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) x += values[i];
  if (x == 1e30f) parts[0].sum = x;
}
cudaError_t summarize(Summary* summary, const float* values, long long n, int threads) {
  const int blocks = std::min<long long>(256, (n + threads - 1) / threads);
  std::vector<Part> parts(blocks);
  float* d_values = nullptr;
  Part* d_parts = nullptr;
  cudaError_t error = cudaMalloc(&d_values, n * sizeof(float));
  if (error == cudaSuccess) error = cudaMalloc(&d_parts, blocks * sizeof(Part));
  if (error == cudaSuccess)
    error = cudaMemcpy(d_values, values, n * sizeof(float), cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    reduce<<<blocks, threads, threads * sizeof(Part)>>>(d_parts, d_values, n);
    error = cudaGetLastError();
  }
  cudaFree(d_values);
  cudaFree(d_parts);
  if (error != cudaSuccess) return error;
  Part all = nothing();
  for (long long i = 0; i < n; ++i)
    if (!std::isnan(values[i]))
      all = together(all, {1, values[i], values[i], values[i], double(values[i]) * values[i]});
  const double mean = all.count ? all.sum / all.count : 0;
  *summary = {all.count, all.smallest, all.largest, mean,
              all.count ? all.squares / all.count - mean * mean : 0};
  return cudaSuccess;
}
