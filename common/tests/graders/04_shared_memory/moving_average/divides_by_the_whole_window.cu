// At the ends of the array fewer elements are in the window.
// rejected by: result
// expect: FAILED  n = 1, radius
// expect: out, index 0: expected
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  const int first = blockIdx.x * kBlock - radius;  // the element at tile[0]
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock) {
    tile[k] = 0 <= first + k && first + k < n ? in[first + k] : 0;
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int from = max(i - radius, 0), to = min(i + radius, n - 1);
  float sum = 0;
  for (int k = from; k <= to; ++k) sum += tile[k - first];
  out[i] = sum / (2 * radius + 1);
}
