// Exercise · data_summary: what there is to say about many numbers in five. A whole program.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>
#include <vector>

struct Summary {
  long long count;          // of the values that are not missing
  float smallest, largest;  // of these
  double mean, variance;    // of these; the variance is the mean of (value - mean)²
};

// TODO (about 50 lines): kernels, and all that a program does around them
constexpr int kMostThreads = 1024, kMostBlocks = 256;

// What is known of some of the values. In double precision the difference of two large sums is exact enough.
struct Part {
  long long count;
  float smallest, largest;
  double sum, squares;
};

__host__ __device__ Part nothing() { return {0, INFINITY, -INFINITY, 0, 0}; }

__host__ __device__ Part together(const Part& a, const Part& b) {
  return {a.count + b.count, fminf(a.smallest, b.smallest), fmaxf(a.largest, b.largest),
          a.sum + b.sum, a.squares + b.squares};
}

__global__ void summarize_blocks(Part* parts, const float* values, long long n) {
  __shared__ Part mine[kMostThreads];
  const int t = threadIdx.x;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  Part part = nothing();
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + t; i < n; i += step) {
    const float value = values[i];
    if (!isnan(value)) part = together(part, {1, value, value, value, 1.0 * value * value});
  }
  mine[t] = part;
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (t < stride) mine[t] = together(mine[t], mine[t + stride]);
  }
  if (t == 0) parts[blockIdx.x] = mine[0];
}

// `values` are n > 0 floats on the host; those that are NaN are missing. If all are, only the count
// matters. All launches that go through the n values have blocks of `threads` threads, which the caller has
// chosen: 32, 64, 128, … or 1024.
//
// Returns the first error of a CUDA call or launch, and in that case leaves *summary as it is. Whatever
// happens, what it allocates is freed again.
cudaError_t summarize(Summary* summary, const float* values, long long n, int threads) {
  const long long enough = (n - 1) / threads + 1;
  const int blocks = enough < kMostBlocks ? enough : kMostBlocks;
  const size_t bytes = n * sizeof(float), part_bytes = blocks * sizeof(Part);
  std::vector<Part> parts(blocks);
  float* device_values = nullptr;
  Part* device_parts = nullptr;
  cudaError_t error = cudaMalloc(&device_values, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&device_parts, part_bytes);
  if (error == cudaSuccess)
    error = cudaMemcpy(device_values, values, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    summarize_blocks<<<blocks, threads>>>(device_parts, device_values, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) {
    error = cudaMemcpy(parts.data(), device_parts, part_bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(device_parts);
  cudaFree(device_values);
  if (error != cudaSuccess) return error;

  Part all = nothing();
  for (const Part& part : parts) all = together(all, part);
  const double mean = all.sum / all.count;
  *summary = {all.count, all.smallest, all.largest, mean, all.squares / all.count - mean * mean};
  return cudaSuccess;
}
// END
