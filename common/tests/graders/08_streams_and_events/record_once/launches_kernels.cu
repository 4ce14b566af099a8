// Keeps the parameters and launches the kernels one by one.
// rejected by: result
// expect: FAILED  n = 1: record() has made 0 executable graphs, not one
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 256;

// All of it in device memory, n floats each.
struct Signal {
  const float* in;
  float *scaled, *smooth, *steep, *out;
  int n;
};

__global__ void scale(const float* in, float* scaled, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) scaled[i] = 2 * in[i] + 1;
}

__global__ void smoothen(const float* scaled, float* smooth, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) smooth[i] = 0.5f * (scaled[i] + scaled[min(i + 1, n - 1)]);
}

__global__ void steepen(const float* scaled, float* steep, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) steep[i] = scaled[min(i + 1, n - 1)] - scaled[i];
}

__global__ void combine(const float* smooth, const float* steep, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = smooth[i] + 4 * steep[i];
}

struct Recording {
  Signal signal;
};

Recording record(const Signal& signal) { return {signal}; }

void play(const Recording& recording, cudaStream_t stream) {
  const Signal& signal = recording.signal;
  const int blocks = (signal.n + kBlock - 1) / kBlock;
  scale<<<blocks, kBlock, 0, stream>>>(signal.in, signal.scaled, signal.n);
  CHECK_LAST();
  smoothen<<<blocks, kBlock, 0, stream>>>(signal.scaled, signal.smooth, signal.n);
  CHECK_LAST();
  steepen<<<blocks, kBlock, 0, stream>>>(signal.scaled, signal.steep, signal.n);
  CHECK_LAST();
  combine<<<blocks, kBlock, 0, stream>>>(signal.smooth, signal.steep, signal.out, signal.n);
  CHECK_LAST();
}

void forget(Recording&) {}
