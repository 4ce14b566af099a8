// A moving average over tiles: the next one is copied with cp.async while this one is used. At the ends of the data
// the copies fill up with zeros.
// supports: inline PTX: cp.async.ca and cp.async.cg of 4, 8 and 16 bytes, with zeros, commit_group, wait_group, wait_all
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kThreads = 64, kTile = 4 * kThreads;

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// Four floats, as far as there are any.
__device__ void copy_four(float* to, const float* from, int left) {
  const int bytes = left >= 4 ? 16 : left > 0 ? 4 * left : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)), "l"(from),
               "r"(bytes)
               : "memory");
}
__device__ void copy_one(float* to, const float* from) {
  asm volatile("cp.async.ca.shared::cta.global [%0], [%1], 4;" ::"r"(shared_address(to)), "l"(from)
               : "memory");
}
template <int Prior>
__device__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Prior) : "memory");
}

__global__ void average_with_next(const float* in, float* out, int n, int tiles) {
  __shared__ alignas(16) float buffer[2][kTile + 4];
  const auto fetch = [&](int tile) {
    const int first = tile * kTile, mine = first + 4 * static_cast<int>(threadIdx.x);
    if (tile < tiles) {
      float* const row = buffer[tile % 2];
      copy_four(&row[4 * threadIdx.x], in + (mine < n ? mine : 0), n - mine);
      if (threadIdx.x == 0 && first + kTile < n) copy_one(&row[kTile], in + first + kTile);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    wait_for_copies<1>();
    __syncthreads();
    for (int i = threadIdx.x; i < kTile; i += kThreads) {
      const int at = tile * kTile + i;
      const float* const row = buffer[tile % 2];
      if (at < n) out[at] = at + 1 < n ? (row[i] + row[i + 1]) / 2 : row[i];
    }
    __syncthreads();
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}

int main() {
  constexpr int n = 3 * kTile - 13;
  static float host[n], averages[n];
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i % 17);
  float *in, *out;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  average_with_next<<<1, kThreads>>>(in, out, n, (n + kTile - 1) / kTile);
  cudaMemcpy(averages, out, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += averages[i] != (i + 1 < n ? (host[i] + host[i + 1]) / 2 : host[i]);
  std::printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
}
