// Exercise · rms_norm_backward: sums along rows and down columns, in one kernel.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <cmath>

constexpr int kBlock = 256;
constexpr int kKept = 4;  // columns that a thread can keep: a row has at most kBlock * kKept
constexpr float kEpsilon = 1e-5f;

// The sums of two values over a block, for all its threads. All have to call it.
__device__ float2 sums_of_block(float2 a) {
  __shared__ float2 sums[kBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) {
    a.x += __shfl_xor_sync(~0u, a.x, offset);
    a.y += __shfl_xor_sync(~0u, a.y, offset);
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = a;
  __syncthreads();
  a = {0, 0};
  for (int k = 0; k < kBlock / 32; ++k) a.x += sums[k].x, a.y += sums[k].y;
  return a;
}

// The forward pass made y = z * gain, with z = x * scale and scale = 1 / sqrt(mean of x * x + kEpsilon), a mean and a
// scale for each row. Given dy, the gradient of y, this makes
//
//   dx = (g - z * mean of (g * z)) * scale, with g = dy * gain
//   dgain[c] = the sum of dy * z in column c, over all rows; it is 0 before
//
// Row r has n elements from r * n on, in x, dy and dx. Launched with at most as many blocks as rows.
__global__ void rms_norm_backward(float* dx, float* dgain, const float* x, const float* dy,
                                  const float* gain, int rows, int n) {
  // TODO (about 28 lines): row after row, with sums of columns in registers
  // END
}

void launch_rms_norm_backward(float* dx, float* dgain, const float* x, const float* dy,
                              const float* gain, int rows, int n, int blocks) {
  rms_norm_backward<<<blocks, kBlock>>>(dx, dgain, x, dy, gain, rows, n);
}
