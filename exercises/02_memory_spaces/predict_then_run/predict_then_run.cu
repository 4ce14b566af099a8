// Exercise · predict_then_run: what does a kernel ask of which memory? Say it before you see it.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTaps = 4;

__constant__ float weights[kTaps] = {0.5f, 0.25f, -0.75f, 1.5f};

// The program of this exercise, in two versions; leave it as it is. Each is launched with `threads` threads
// per block, and as many blocks as it takes to have a thread for each of the n elements.

// The loops have a constant length, so the compiler unrolls them: then it knows each index of taps.
__global__ void echo_in_order(float* out, const float* in, int n) {
  __shared__ float base;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) base = in[i];
  __syncthreads();
  if (i >= n) return;
  float taps[kTaps];
#pragma unroll
  for (int k = 0; k < kTaps; ++k) taps[k] = weights[k] * in[(i + k) % n];
  float sum = base;
#pragma unroll
  for (int k = 0; k < kTaps; ++k) sum = sum / 2 + taps[k];
  out[i] = sum;
}

// Here they stay loops, and `order`, kTaps indices in global memory, says which of taps comes next.
__global__ void echo_by_order(float* out, const float* in, const int* order, int n) {
  __shared__ float base;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) base = in[i];
  __syncthreads();
  if (i >= n) return;
  float taps[kTaps];
#pragma unroll 1
  for (int k = 0; k < kTaps; ++k) taps[k] = weights[k] * in[(i + k) % n];
  float sum = base;
#pragma unroll 1
  for (int k = 0; k < kTaps; ++k) sum = sum / 2 + taps[order[k]];
  out[i] = sum;
}

// Requests of all warps of a launch together. One load, store or atomic instruction of one warp is one
// request, however many of its lanes take part; -1: not predicted yet.
struct Requests {
  long long global_loads = -1, global_stores = -1;
  long long constant_loads = -1;
  long long shared_loads = -1, shared_stores = -1;
  long long local_loads = -1, local_stores = -1;
};

// What a launch of echo_in_order, or of echo_by_order, asks for. n and threads are at least 1, and may be
// multiples of 32 or not.
Requests predict(bool in_order, int n, int threads) {
  Requests requests;
  // TODO (about 12 lines): seven numbers
  // END
  return requests;
}
