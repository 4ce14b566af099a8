// In a fixed order the first block that fails is told, though another one waits for it in vain.
// environment: SIMT_ORDER=reverse SIMT_TIMEOUT=20
// expect: simt: write of 4 bytes of global memory out of bounds
// expect: thread (3,0,0) of block (6,0,0)
#include <cuda_runtime.h>

__global__ void announce(int* flags, int n) {
  const int block = blockIdx.x;
  if (block == 6) flags[n + 3 - threadIdx.x] = 1;
  if (block == 2) flags[-1] = 1;
  if (threadIdx.x == 0 && block > 0) {
    while (atomicAdd(&flags[block - 1], 0) == 0) {
    }
  }
  if (threadIdx.x == 0) atomicExch(&flags[block], 1);
}

int main() {
  int* flags;
  cudaMalloc(&flags, 8 * sizeof(int));
  cudaMemset(flags, 0, 8 * sizeof(int));
  announce<<<8, 4>>>(flags, 8);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
