// The results go where a thread may still have to read inputs.
// rejected by: compute-sanitizer racecheck
// expect: simt: race on shared memory
// expect: of tile
// expect: FAILED  n = 1: the kernel did not run to its end
#include <cuda_runtime.h>

constexpr int kTaps = 16;
__constant__ float taps[kTaps];
constexpr int kThreads = 128, kOutputs = 9, kPerBlock = kThreads * kOutputs;

__global__ void filter(float* out, const float* in, int n) {
  __shared__ float tile[kPerBlock + kTaps - 1];
  const int first = blockIdx.x * kPerBlock, before = first - (kTaps - 1);
  for (int k = threadIdx.x; k < kPerBlock + kTaps - 1; k += kThreads) {
    const int i = before + k;
    tile[k] = 0 <= i && i < n ? in[i] : 0;
  }
  __syncthreads();

  const int mine = threadIdx.x * kOutputs;
  float sum[kOutputs] = {};
#pragma unroll
  for (int k = 0; k < kOutputs + kTaps - 1; ++k) {
    const float value = tile[mine + k];
#pragma unroll
    for (int r = 0; r < kOutputs; ++r) {
      const int tap = kTaps - 1 + r - k;
      if (0 <= tap && tap < kTaps) sum[r] += taps[tap] * value;
    }
  }

#pragma unroll
  for (int r = 0; r < kOutputs; ++r) tile[mine + r] = sum[r];
  __syncthreads();
  for (int k = threadIdx.x; k < kPerBlock && first + k < n; k += kThreads) {
    out[first + k] = tile[k];
  }
}

void launch_filter(float* out, const float* in, int n) {
  filter<<<(n + kPerBlock - 1) / kPerBlock, kThreads>>>(out, in, n);
}
