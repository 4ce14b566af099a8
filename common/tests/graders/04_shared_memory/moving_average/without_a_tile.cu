// Right, but every thread loads its whole window.
// rejected by: model
// expect: FAILED  n = 31, radius
// expect: load requests:
// expect: loaded more than once
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int from = max(i - radius, 0), to = min(i + radius, n - 1);
  float sum = 0;
  for (int k = from; k <= to; ++k) sum += in[k];
  out[i] = sum / (to - from + 1);
}
