// Exercise · half_sums: rows of bfloat16 are divided by their root mean square.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr int kWarp = 32, kBlock = 256;
constexpr float kEpsilon = 1e-6f;  // so that a row of zeros can be divided, too

// TODO (about 12 lines): answer the question, then open the case and repair the kernel
// A bfloat16 is 0, and then 1 is added to it a thousand times, each time in bfloat16. What is it afterwards?
constexpr float kAfterOnes = -1;
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel

// Row r of `out` becomes row r of `in`, divided by the square root of (the mean of its squares + kEpsilon). A row has
// `pairs` pairs of numbers. Launched with a warp per row.
__global__ void rms_norm(__nv_bfloat162* out, const __nv_bfloat162* in, int rows, int pairs) {
  const int row = (blockIdx.x * kBlock + threadIdx.x) / kWarp, lane = threadIdx.x % kWarp;
  if (row >= rows) return;
  in += static_cast<long long>(row) * pairs;
  out += static_cast<long long>(row) * pairs;
  __nv_bfloat162 squares = {0, 0};  // of the first and of the second number of each pair
  for (int i = lane; i < pairs; i += kWarp) {
    const __nv_bfloat162 x = in[i];
    squares = __hfma2(x, x, squares);
  }
  __nv_bfloat16 sum = __hadd(squares.x, squares.y);
  for (int k = kWarp / 2; k > 0; k /= 2) sum = __hadd(sum, __shfl_xor_sync(~0u, sum, k));
  const float mean = __bfloat162float(sum) / static_cast<float>(2 * pairs);
  const __nv_bfloat162 scale = __float2bfloat162_rn(rsqrtf(mean + kEpsilon));
  for (int i = lane; i < pairs; i += kWarp) out[i] = __hmul2(in[i], scale);
}
// END

// n, the numbers of a row, is even.
void launch_rms_norm(__nv_bfloat16* out, const __nv_bfloat16* in, int rows, int n) {
  const int blocks = (rows + kBlock / kWarp - 1) / (kBlock / kWarp);
  rms_norm<<<blocks, kBlock>>>(reinterpret_cast<__nv_bfloat162*>(out),
                               reinterpret_cast<const __nv_bfloat162*>(in), rows, n / 2);
}
