// Right, but nothing is left of the loads of four floats.
// rejected by: model
// expect: FAILED  n = 1009: load requests:
// expect: four at a time
#include <cuda_runtime.h>

constexpr bool kCaseIsOpen = true;

constexpr int kThread = 60;
constexpr int kBlock = 3;
constexpr int kBytesPastTheEnd = 12;

__global__ void add_scaled(float* y, const float* x, float a, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4 && i < n; ++i) y[i] += a * x[i];
}
