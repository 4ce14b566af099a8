// Exercise · record_once: four kernels and two branches, recorded once and launched often.
// The task is README.md, hints are in hints.md, the check is check.cu.
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

// TODO (about 35 lines): record, play, and forget
//           smoothen
//          /        \.
//     scale          combine
//          \        /
//           steepen
struct Recording {};

// Records the four kernels with what waits for what, and nothing else. None of them runs yet.
Recording record(const Signal& signal) { return {}; }

// Plays what was recorded, in the stream, with what is in signal.in when the stream gets there.
void play(const Recording& recording, cudaStream_t stream) {}

// Destroys all that record() has made.
void forget(Recording& recording) {}
// END
