// The first warp's value is for the third one, which hears of it from the second: each hands on what it has seen.
// prints: 7 12
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pass_on(int* value, volatile int* stage, int* out) {
  __shared__ int doubled;
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0) return;
  if (warp == 0) {
    *value = 7;
    doubled = 12;
    __threadfence_block();
    stage[0] = 1;
  } else if (warp == 1) {
    while (stage[0] == 0) {
    }
    __threadfence_block();
    stage[1] = 1;
  } else {
    while (stage[1] == 0) {
    }
    __threadfence_block();
    out[0] = *value;
    out[1] = doubled;
  }
}

int main() {
  int *memory, host[2];
  cudaMalloc(&memory, 16 * sizeof(int));
  cudaMemset(memory, 0, 16 * sizeof(int));
  pass_on<<<1, 96>>>(memory, memory + 4, memory + 8);
  cudaMemcpy(host, memory + 8, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(memory);
}
