// Right, but the tile has no halo: the threads at its ends load what is beyond it again and again.
// rejected by: model
// expect: FAILED  n = 257, radius
// expect: load requests:
// expect: loaded more than once
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock];
  const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i >= n) return;
  const int from = max(i - radius, 0), to = min(i + radius, n - 1);
  float sum = 0;
  for (int k = from; k <= to; ++k) {
    sum += first <= k && k < first + kBlock ? tile[k - first] : in[k];
  }
  out[i] = sum / (to - from + 1);
}
