// Adds up what other threads have not loaded yet.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of tile
// expect: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

__global__ void average(float* out, const float* in, int n, int radius) {
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  const int first = blockIdx.x * kBlock - radius;
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock)
    if (0 <= first + k && first + k < n) tile[k] = in[first + k];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = max(i - radius, 0); k <= min(i + radius, n - 1); ++k) sum += tile[k - first];
  out[i] = sum / (min(i + radius, n - 1) - max(i - radius, 0) + 1);
}
