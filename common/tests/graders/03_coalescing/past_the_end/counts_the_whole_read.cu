// 16 bytes are read, and not all of them are past the end.
// rejected by: result
// expect: FAILED  n = 1009: kBytesPastTheEnd: your answer is 16, which is not it
#include <cuda_runtime.h>

constexpr bool kCaseIsOpen = true;

constexpr int kThread = 60;
constexpr int kBlock = 3;
constexpr int kBytesPastTheEnd = 16;

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
