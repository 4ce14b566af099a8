// The loop ends when no thread votes for another round; what they vote about is never written.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @vote
#include <cuda_runtime.h>

__global__ void until_all_are_large(const int* values, int limit, int* rounds) {
  while (__syncthreads_or(values[threadIdx.x] < limit)) {  // @vote
  }
  *rounds = limit;
}

int main() {
  int *values, *rounds;
  cudaMalloc(&values, 256);
  cudaMalloc(&rounds, 4);
  cudaMemset(values, 0, 256);
  until_all_are_large<<<2, 64>>>(values, 8, rounds);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
