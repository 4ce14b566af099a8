// 16-bit counters, two in a word, where only whole words can be swapped.
// prints: 64 32 16 16
#include <cuda_runtime.h>

#include <cstdio>

__device__ void count(unsigned short* counter) {
  const auto address = reinterpret_cast<unsigned long long>(counter);
  auto* const word = reinterpret_cast<unsigned*>(address & ~3ull);
  const unsigned shift = (address & 2) * 8;
  unsigned old = *word, expected;
  do {
    expected = old;
    const unsigned next = ((expected >> shift) + 1) & 0xffffu;
    old = atomicCAS(word, expected, (expected & ~(0xffffu << shift)) | next << shift);
  } while (old != expected);
}

__global__ void histogram(unsigned short* out) {
  __shared__ __align__(4) unsigned short counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  count(&counts[threadIdx.x % 2 == 0 ? 0 : threadIdx.x % 4 == 1 ? 1 : 2 + threadIdx.x / 4 % 2]);
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  unsigned short *out, host[4];
  cudaMalloc(&out, sizeof host);
  histogram<<<1, 128>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaFree(out);
}
