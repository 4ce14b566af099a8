// The halo is loaded by the first threads. Nobody asks whether it exists.
// rejected by: model
// expect: simt: read of 4 bytes of global memory out of bounds
// expect: FAILED  n = 1, radius
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  tile[radius + t] = i < n ? in[i] : 0;
  if (t < radius) {
    tile[t] = in[i - radius];
    tile[radius + kBlock + t] = in[i + kBlock];
  }
  __syncthreads();
  if (i >= n) return;
  const int from = max(i - radius, 0), to = min(i + radius, n - 1);
  float sum = 0;
  for (int k = from; k <= to; ++k) sum += tile[k - i + radius + t];
  out[i] = sum / (to - from + 1);
}
