// Exercise · split_the_branch: every second element takes the long way. Does every warp have to take both?
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

__device__ inline float short_way(float x) { return x + 1; }
__device__ inline float long_way(float x) {
#pragma unroll 1
  for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
  return x;
}

// Launched with one thread per element, blocks of 256; n is a multiple of 64. Even elements go the
// short way, odd ones the long way.
__global__ void go(float* out, const float* in, int n) {
  // TODO (about 6 lines): which element is this thread's, so that its warp goes one way?
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  if (t / 32 % 2 == 0) {
    const int even = t / 64 * 64 + t % 32 * 2;
    out[even] = short_way(in[even]);
  } else {
    const int odd = t / 64 * 64 + t % 32 * 2 + 1;
    out[odd] = long_way(in[odd]);
  }
  // END
}
