// Exercise · unfenced_store: results that threads write and the TMA stores. Now and then it stores older ones.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda/ptx>

#include <algorithm>

namespace ptx = cuda::ptx;

constexpr int kBlock = 256;
constexpr int kTile = 1024;  // floats

// TODO (about 4 lines): open the case, read the report, answer, and repair the kernel
constexpr bool kCaseIsOpen = false;  // true: the check runs the kernel
// Lines A, B and C access `result`. How many of them do so through the asynchronous proxy?
constexpr int kLinesOfAsyncProxy = -1;
// If thread 0, and no other, executed a proxy fence between line A and the barrier: how many of the 1024 results of a
// full tile would the fence order before the copy?
constexpr int kOrderedByThread0 = -1;

// out[i] = gain * in[i], but at least -1 and at most 1. A block makes tile after tile; each goes out in one bulk copy,
// except for up to three elements at the end of the array.
__global__ void amplify(float* out, const float* in, int n, float gain) {
  alignas(16) __shared__ float result[kTile];
  const int t = threadIdx.x;
  for (int first = blockIdx.x * kTile; first < n; first += gridDim.x * kTile) {
    const int count = min(kTile, n - first), rest = count % 4;
    const unsigned bytes = (count - rest) * 4u;
    for (int i = t; i < count; i += kBlock) {
      result[i] = fminf(fmaxf(gain * in[first + i], -1.0f), 1.0f);  // A
    }
    __syncthreads();
    if (t == 0 && bytes > 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + first, result, bytes);  // B
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    if (t < rest) out[first + count - rest + t] = result[count - rest + t];  // C
    __syncthreads();  // `result` has been read
  }
}
// END

void launch_amplify(float* out, const float* in, int n, float gain) {
  const int tiles = (n + kTile - 1) / kTile;
  amplify<<<std::min(tiles, 6), kBlock>>>(out, in, n, gain);
}
