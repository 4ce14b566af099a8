// Right, without shared memory, and every load of a warp is spread over 32 laps.
// rejected by: model
// expect: sectors loaded:
// expect: if its lanes load them together
#include <cuda_runtime.h>

constexpr int kColumns = 16;
constexpr int kBlock = 256;

constexpr int kRequests = 128;

__global__ void up_and_down(float* out, const float* in, int rows) {
  const int row = blockIdx.x * kBlock + threadIdx.x;
  if (row >= rows) return;
  const float first = in[row * kColumns];
  float height = first, sum = 0;
  for (int column = 1; column < kColumns; ++column) {
    const float next = in[row * kColumns + column];
    sum += fabsf(next - height);
    height = next;
  }
  out[row] = sum + fabsf(first - height);
}
