// The prediction of another kernel: without local memory, and with the right results.
// rejected by: model
// expect: FAILED  echo_by_order, n = 256, threads = 128: the kernel is not the one that came with the exercise
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
#pragma unroll
  for (int k = 0; k < kTaps; ++k) taps[k] = weights[k] * in[(i + k) % n];
  float sum = base;
#pragma unroll
  for (int k = 0; k < kTaps; ++k)
    sum = sum / 2 + (order[k] == 0   ? taps[0]
                     : order[k] == 1 ? taps[1]
                     : order[k] == 2 ? taps[2]
                                     : taps[3]);
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
  const long long blocks = (n + threads - 1) / threads;
  const long long warps = n / threads * ((threads + 31) / 32) + (n % threads + 31) / 32;
  const long long indexed = in_order ? 0 : kTaps * warps;

  requests.global_loads = blocks + kTaps * warps + indexed;
  requests.global_stores = warps;
  requests.constant_loads = kTaps * warps;
  requests.shared_loads = warps;
  requests.shared_stores = blocks;
  requests.local_loads = 0;
  requests.local_stores = 0;
  return requests;
}
