// A block goes round a barrier until another one has done its work, which takes longer than the limit
// and never asks the model for anything.
// environment: SIMT_TIMEOUT=1
// prints: 1 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work_and_wait(volatile int* done, int* seen) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      const long long start = clock64();
      while (clock64() - start < 2'300'000'000) {
      }
      *done = 1;
    }
    return;
  }
  while (!__syncthreads_or(*done != 0)) {
  }
  if (threadIdx.x == 0) *seen = 1;
}

int main() {
  int *words, host[2];
  cudaMalloc(&words, sizeof(host));
  cudaMemset(words, 0, sizeof(host));
  work_and_wait<<<2, 64>>>(words, words + 1);
  const cudaError_t error = cudaMemcpy(host, words, sizeof(host), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(words);
}
