// The fault that is to be found. What is read past the end is not used, so the results are right.
// rejected by: compute-sanitizer memcheck
// expect: simt: read of 16 bytes of global memory out of bounds, across the end of the 4036 bytes
// expect: @load
// expect: thread (60,0,0) of block (3,0,0)
// expect: FAILED  n = 1009: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr bool kCaseIsOpen = true;

constexpr int kThread = 60;
constexpr int kBlock = 3;
constexpr int kBytesPastTheEnd = 12;

__global__ void add_scaled(float* y, const float* x, float a, int n) {
  const int four = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = 4 * four;
  if (first >= n) return;
  const float4 from_x = reinterpret_cast<const float4*>(x)[four];  // @load
  const float4 from_y = reinterpret_cast<const float4*>(y)[four];
  y[first] = from_y.x + a * from_x.x;
  if (first + 1 < n) y[first + 1] = from_y.y + a * from_x.y;
  if (first + 2 < n) y[first + 2] = from_y.z + a * from_x.z;
  if (first + 3 < n) y[first + 3] = from_y.w + a * from_x.w;
}
