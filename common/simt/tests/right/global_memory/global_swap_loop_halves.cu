// Counters of 16 bits, changed inside of the word that contains them.
// prints: 96 96 96 96
#include <cuda_runtime.h>

#include <cstdio>

__device__ void increment(unsigned short* counters, int index) {
  auto* word = reinterpret_cast<unsigned int*>(counters) + index / 2;
  const unsigned int one = index % 2 == 0 ? 1u : 1u << 16;
  unsigned int old = *word;
  for (;;) {
    const unsigned int seen = atomicCAS(word, old, old + one);
    if (seen == old) return;
    old = seen;
  }
}

__global__ void count(unsigned short* counters) { increment(counters, threadIdx.x % 4); }

int main() {
  unsigned short *counters, out[4];
  cudaMalloc(&counters, sizeof(out));
  cudaMemset(counters, 0, sizeof(out));
  count<<<6, 64>>>(counters);
  cudaMemcpy(out, counters, sizeof(out), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
  cudaFree(counters);
}
