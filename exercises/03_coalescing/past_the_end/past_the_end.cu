// Exercise · past_the_end: y = y + a x, four floats per thread. The results are right. Is the kernel right?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Launched in blocks of 64, with a thread for every 4 elements or what is left of them. x and y
// come from cudaMalloc and have n elements each.
//
// TODO (about 20 lines): open the case, read the report, answer, repair
constexpr bool kCaseIsOpen = false;

// From the report about n = 1009: which thread of which block is it?
constexpr int kThread = -1;
constexpr int kBlock = -1;
// How many of the bytes that it reads from x are past the last element?
constexpr int kBytesPastTheEnd = -1;

__global__ void add_scaled(float* y, const float* x, float a, int n) {
  const int four = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = 4 * four;
  if (first >= n) return;
  const float4 from_x = reinterpret_cast<const float4*>(x)[four];
  const float4 from_y = reinterpret_cast<const float4*>(y)[four];
  y[first] = from_y.x + a * from_x.x;
  if (first + 1 < n) y[first + 1] = from_y.y + a * from_x.y;
  if (first + 2 < n) y[first + 2] = from_y.z + a * from_x.z;
  if (first + 3 < n) y[first + 3] = from_y.w + a * from_x.w;
}
// END
