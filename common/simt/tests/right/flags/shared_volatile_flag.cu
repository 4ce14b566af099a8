// A volatile flag in shared memory with fences on both sides, there and back.
// prints: 0 2 6 12 20
#include <cuda_runtime.h>

#include <cstdio>

__global__ void ask_and_answer(int* out, int rounds) {
  __shared__ volatile int turn;
  __shared__ int message;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < rounds; ++i) {
      message = i;
      __threadfence_block();
      turn = 2 * i + 1;
      while (turn != 2 * i + 2) {
      }
      __threadfence_block();
      out[i] = message;
    }
  } else if (threadIdx.x == 32) {
    for (int i = 0; i < rounds; ++i) {
      while (turn != 2 * i + 1) {
      }
      __threadfence_block();
      message *= message + 1;
      __threadfence_block();
      turn = 2 * i + 2;
    }
  }
}

int main() {
  int *out, host[5];
  cudaMalloc(&out, sizeof host);
  ask_and_answer<<<1, 64>>>(out, 5);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  cudaFree(out);
}
