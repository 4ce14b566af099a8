// A counter of rounds goes on for ever: no state comes twice, so the limit is five times as long.
// environment: SIMT_TIMEOUT=0.2
// expect: simt: a block has not finished after 1 seconds
// expect: @barrier
// expect: raise SIMT_TIMEOUT
#include <cuda_runtime.h>

__global__ void count_rounds(const int* changed, int* rounds) {
  int count = 0;
  while (*changed != 0) {
    ++count;
    __syncthreads();  // @barrier
  }
  rounds[threadIdx.x] = count;
}

int main() {
  int *changed, *rounds;
  cudaMalloc(&changed, 4);
  cudaMalloc(&rounds, 256);
  cudaMemset(changed, 1, 4);
  count_rounds<<<1, 64>>>(changed, rounds);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
