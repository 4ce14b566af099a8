// Exercise · past_the_end: y = y + a x, four floats per thread. The results are right. Is the kernel right?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Launched in blocks of 64, with a thread for every 4 elements or what is left of them. x and y
// come from cudaMalloc and have n elements each.
//
// TODO (about 20 lines): open the case, read the report, answer, repair
constexpr bool kCaseIsOpen = true;

// From the report about n = 1009: which thread of which block is it?
constexpr int kThread = 60;
constexpr int kBlock = 3;
// How many of the bytes that it reads from x are past the last element?
constexpr int kBytesPastTheEnd = 12;

__global__ void add_scaled(float* y, const float* x, float a, int n) {
  const int four = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = 4 * four;
  if (first + 4 <= n) {
    const float4 from_x = reinterpret_cast<const float4*>(x)[four];
    float4 sum = reinterpret_cast<const float4*>(y)[four];
    sum.x += a * from_x.x;
    sum.y += a * from_x.y;
    sum.z += a * from_x.z;
    sum.w += a * from_x.w;
    reinterpret_cast<float4*>(y)[four] = sum;
  } else {
    for (int i = first; i < n; ++i) y[i] += a * x[i];
  }
}
// END
