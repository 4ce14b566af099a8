#include "kernels.h"

#include "../layer_norm_kernels.cuh"

static_assert(kLongestRow <= 32 * kKept && kLongestRow <= kBlock * kColumns);

__global__ void forward(const float* x, const float* gain, const float* bias, float* y, float* mean,
                        float* scale, int rows, int n) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / 32;
  if (row >= rows) return;
  const float2 of_row = normalise_row(x + 1LL * row * n, gain, bias, y + 1LL * row * n, n);
  if (threadIdx.x % 32 == 0) mean[row] = of_row.x, scale[row] = of_row.y;
}

void start_forward(const float* x, const float* gain, const float* bias, float* y, float* mean,
                   float* scale, int rows, int n, cudaStream_t stream) {
  const int blocks = (rows - 1) / (kBlock / 32) + 1;
  forward<<<blocks, kBlock, 0, stream>>>(x, gain, bias, y, mean, scale, rows, n);
}

// With a second kernel rather than atomics, two runs give the same sums to the last digit.
void start_backward(const float* dy, const float* x, const float* mean, const float* scale,
                    const float* gain, float* dx, float* dgain, float* dbias, float* parts,
                    int blocks, int rows, int n, cudaStream_t stream) {
  const Given given = {x, mean, scale, gain, dy};
  float* const bias_parts = parts + 1LL * blocks * n;
  backward<Way::kPartialSums><<<blocks, kBlock, 0, stream>>>(given, dx, parts, bias_parts, rows, n);
  const int columns = (n - 1) / kBlock + 1;
  add_columns<<<columns, kBlock, 0, stream>>>(parts, dgain, blocks, n);
  add_columns<<<columns, kBlock, 0, stream>>>(bias_parts, dbias, blocks, n);
}
