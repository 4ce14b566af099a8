// Exercise · half_sums: rows of bfloat16 are divided by their root mean square.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr int kWarp = 32, kBlock = 256;
constexpr float kEpsilon = 1e-6f;  // so that a row of zeros can be divided, too

// TODO (about 12 lines): answer the question, then open the case and repair the kernel
// A bfloat16 is 0, and then 1 is added to it a thousand times, each time in bfloat16. What is it afterwards?
constexpr float kAfterOnes = 256;
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel

// Row r of `out` becomes row r of `in`, divided by the square root of (the mean of its squares + kEpsilon). A row has
// `pairs` pairs of numbers. Launched with a warp per row.
__global__ void rms_norm(__nv_bfloat162* out, const __nv_bfloat162* in, int rows, int pairs) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (row >= rows) return;
  in += static_cast<long long>(row) * pairs;
  out += static_cast<long long>(row) * pairs;
  float sum = 0;
  for (int i = lane; i < pairs; i += kWarp) {
    const float2 x = __bfloat1622float2(in[i]);
    sum += x.x * x.x + x.y * x.y;
  }
  for (int k = kWarp / 2; k > 0; k /= 2) sum += __shfl_xor_sync(~0u, sum, k);
  const float scale = rsqrtf(sum / static_cast<float>(2 * pairs) + kEpsilon);
  for (int i = lane; i < pairs; i += kWarp) {
    const float2 x = __bfloat1622float2(in[i]);
    out[i] = __floats2bfloat162_rn(x.x * scale, x.y * scale);
  }
}
// END

// n, the numbers of a row, is even.
void launch_rms_norm(__nv_bfloat16* out, const __nv_bfloat16* in, int rows, int n) {
  const int blocks = (rows + kBlock / kWarp - 1) / (kBlock / kWarp);
  rms_norm<<<blocks, kBlock>>>(reinterpret_cast<__nv_bfloat162*>(out),
                               reinterpret_cast<const __nv_bfloat162*>(in), rows, n / 2);
}
