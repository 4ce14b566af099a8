// Launches of one line that take long only all together: the line tells how many there were.
// environment: SIMT_SLOW=0.02
// exit: 0
// expect: simt: slow: kernels have run for
// expect: of it work at
// expect: @launch
// expect: , launched
// expect: times from that line
// expect: Repeats are for timing
#include <cuda_runtime.h>

#include "told.h"

__global__ void work(int* sums, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += i ^ sum;
  sums[threadIdx.x] = sum;
}

int main() {
  int* sums;
  cudaMalloc(&sums, 64 * sizeof *sums);
  Told told;
  while (!told.has("simt: slow: kernels", false)) {
    work<<<1, 64>>>(sums, 200000);  // @launch
    cudaDeviceSynchronize();
  }
  cudaFree(sums);
  return 0;
}
