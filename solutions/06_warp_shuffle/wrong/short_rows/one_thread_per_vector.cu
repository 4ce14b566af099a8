// Right, without shared memory, and every load of a warp is spread over 32 vectors.
// counted
// expect: FAILED  rows = 1: sectors loaded is 16, and can be 2
// expect: if its lanes load them together
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 112;

__global__ void lengths(float* out, const float* in, int rows) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int column = 0; column < kColumns; ++column) {
    const float x = in[row * kColumns + column];
    sum += x * x;
  }
  out[row] = sqrtf(sum);
}
