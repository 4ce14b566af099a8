// Exercise · fir_filter: 16 products for each output, and at most 6 reads of shared memory.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTaps = 16;
__constant__ float taps[kTaps];  // the check fills it

// TODO (about 3 lines): how many threads does a block have, and how many outputs a thread?
constexpr int kThreads = 128;
constexpr int kOutputs = 9;  // odd: lanes that are 9 words apart are in different banks
constexpr int kPerBlock = kThreads * kOutputs;
// END

// out[i] = taps[0] * in[i] + taps[1] * in[i - 1] + … + taps[15] * in[i - 15], for all n elements;
// what would come before in[0] counts as 0.
__global__ void filter(float* out, const float* in, int n) {
  // TODO (about 28 lines): a tile with its halo, sums in registers, and back through shared memory
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
    const float value = tile[mine + k];  // in[before + mine + k]
#pragma unroll
    for (int r = 0; r < kOutputs; ++r) {
      const int tap = kTaps - 1 + r - k;
      if (0 <= tap && tap < kTaps) sum[r] += taps[tap] * value;
    }
  }
  __syncthreads();  // the tile is needed for the results

#pragma unroll
  for (int r = 0; r < kOutputs; ++r) tile[mine + r] = sum[r];
  __syncthreads();
  for (int k = threadIdx.x; k < kPerBlock && first + k < n; k += kThreads) {
    out[first + k] = tile[k];
  }
  // END
}

void launch_filter(float* out, const float* in, int n) {
  // TODO (about 1 line): enough blocks for n outputs
  filter<<<(n + kPerBlock - 1) / kPerBlock, kThreads>>>(out, in, n);
  // END
}
