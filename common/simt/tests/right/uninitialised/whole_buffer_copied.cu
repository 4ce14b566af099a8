// A buffer with room for all is copied whole, and the host looks only at what is there; so do a function's array, a
// vector that is copied, sorted and made smaller, and one that lies where another one was.
// prints: 334 166833 499 0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

__global__ void keep_multiples(const int* in, int* out, int* count, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && in[i] % 3 == 0) out[atomicAdd(count, 1)] = in[i];
}

[[gnu::noinline]] int latest(const int* kept, int count) {
  int host[1000];
  cudaMemcpy(host, kept, sizeof host, cudaMemcpyDeviceToHost);
  return *std::max_element(host, host + count) % 500;
}

[[gnu::noinline]] int zeros() {
  int host[1000] = {};
  return std::accumulate(host, host + 1000, 0);
}

int main() {
  const int n = 1000;
  const std::size_t bytes = n * sizeof(int);
  std::vector<int> host(n);
  std::iota(host.begin(), host.end(), 0);
  int *in, *out, *device_count, count;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMalloc(&device_count, sizeof count);
  cudaMemset(device_count, 0, sizeof count);
  cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
  keep_multiples<<<(n + 255) / 256, 256>>>(in, out, device_count, n);
  cudaMemcpy(&count, device_count, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost);
  std::vector<int> kept = host;
  std::sort(kept.begin(), kept.begin() + count);
  kept.resize(count);
  std::printf("%d %d ", count, std::accumulate(kept.begin(), kept.end(), 0));
  const int last = latest(out, count);
  kept.resize(n);  // with zeros
  const int rest = std::accumulate(kept.begin() + count, kept.end(), zeros());
  host = std::vector<int>(n, 0);
  std::printf("%d %d\n", last, rest + std::accumulate(host.begin(), host.end(), 0));
  cudaFree(in);
  cudaFree(out);
  cudaFree(device_count);
}
