// Right, but every output reads its 16 inputs for itself.
// rejected by: model
// expect: FAILED  n = 20011: shared loads per 32 outputs:
// expect: should serve several outputs
#include <cuda_runtime.h>

constexpr int kTaps = 16;
__constant__ float taps[kTaps];
constexpr int kThreads = 256, kPerBlock = 256;

__global__ void filter(float* out, const float* in, int n) {
  __shared__ float tile[kPerBlock + kTaps - 1];
  const int first = blockIdx.x * kPerBlock, before = first - (kTaps - 1);
  for (int k = threadIdx.x; k < kPerBlock + kTaps - 1; k += kThreads) {
    const int i = before + k;
    tile[k] = 0 <= i && i < n ? in[i] : 0;
  }
  __syncthreads();
  const int t = threadIdx.x;
  if (first + t >= n) return;
  float sum = 0;
  for (int tap = 0; tap < kTaps; ++tap) sum += taps[tap] * tile[t + kTaps - 1 - tap];
  out[first + t] = sum;
}

void launch_filter(float* out, const float* in, int n) {
  filter<<<(n + kPerBlock - 1) / kPerBlock, kThreads>>>(out, in, n);
}
