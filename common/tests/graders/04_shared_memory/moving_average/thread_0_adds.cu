// All threads load and store, and one of them adds up the windows of all.
// rejected by: model
// expect: shared loads:
// expect: each thread should add up a window of its own
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius], sums[kBlock];
  const int first = blockIdx.x * kBlock - radius;
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock)
    if (0 <= first + k && first + k < n) tile[k] = in[first + k];
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (threadIdx.x == 0)
    for (int t = 0; t < kBlock && i + t < n; ++t) {
      float sum = 0;
      for (int k = max(i + t - radius, 0); k <= min(i + t + radius, n - 1); ++k)
        sum += tile[k - first];
      sums[t] = sum;
    }
  __syncthreads();
  if (i < n) out[i] = sums[threadIdx.x] / (min(i + radius, n - 1) - max(i - radius, 0) + 1);
}
