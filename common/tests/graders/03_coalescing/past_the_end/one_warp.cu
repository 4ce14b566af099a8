// Right, but one warp does it all.
// rejected by: model
// expect: FAILED  n = 1009:
// expect: y were written by warp 0 of block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// Launched in blocks of 64, with a thread for every 4 elements or what is left of them. x and y
// come from cudaMalloc and have n elements each.
//
constexpr bool kCaseIsOpen = true;

// The report about n = 1009. Which thread of which block is it?
constexpr int kThread = 60;
constexpr int kBlock = 3;
// How many of the bytes that it reads from x are past the last element?
constexpr int kBytesPastTheEnd = 12;

__global__ void add_scaled(float* y, const float* x, float a, int n) {
  if (blockIdx.x > 0 || threadIdx.x >= 32) return;
  for (int four = threadIdx.x; four < n / 4; four += 32) {
    const float4 from_x = reinterpret_cast<const float4*>(x)[four];
    float4 sum = reinterpret_cast<const float4*>(y)[four];
    sum.x += a * from_x.x;
    sum.y += a * from_x.y;
    sum.z += a * from_x.z;
    sum.w += a * from_x.w;
    reinterpret_cast<float4*>(y)[four] = sum;
  }
  for (int i = n / 4 * 4 + threadIdx.x; i < n; i += 32) y[i] += a * x[i];
}
