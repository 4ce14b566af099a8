// Exercise · moving_average: the mean of each element and its neighbours, each of them loaded once.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kBlock = 256;
constexpr int kMaxRadius = 16;

// out[i] is the mean of in[i - radius] … in[i + radius], as far as those exist; radius is at most
// kMaxRadius. Launched with one thread per element, blocks of kBlock.
__global__ void average(float* out, const float* in, int n, int radius) {
  // TODO (about 14 lines): the elements of the block and a halo at both sides into shared memory
  __shared__ float tile[kBlock + 2 * kMaxRadius];
  const int first = blockIdx.x * kBlock - radius;  // the element at tile[0]
  for (int k = threadIdx.x; k < kBlock + 2 * radius; k += kBlock) {
    if (0 <= first + k && first + k < n) tile[k] = in[first + k];
  }
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const int from = max(i - radius, 0), to = min(i + radius, n - 1);
  float sum = 0;
  for (int k = from; k <= to; ++k) sum += tile[k - first];
  out[i] = sum / (to - from + 1);
  // END
}
