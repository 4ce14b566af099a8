// Knows some radii, and takes the largest one for all others.
// rejected by: result
// expect: FAILED  n = 31, radius
// expect: out, index
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  if (radius != 0 && radius != 3 && radius != 8) radius = 16;
  const int first = blockIdx.x * kBlock - radius;
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock)
    if (0 <= first + k && first + k < n) tile[k] = in[first + k];
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = max(i - radius, 0); k <= min(i + radius, n - 1); ++k) sum += tile[k - first];
  out[i] = sum / (min(i + radius, n - 1) - max(i - radius, 0) + 1);
}
