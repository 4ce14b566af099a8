// Each launch is short, as in a loop that measures a time, but together they take long: that is told, too.
// environment: SIMT_SLOW=0.2
// exit: 0
// expect: simt: slow: kernels have run for
// expect: of it work at
// expect: @launch
// expect: times from that line
// expect: Repeats are for timing
#include <cuda_runtime.h>

#include "told.h"

__global__ void work(int* sums) { sums[threadIdx.x] = threadIdx.x; }

int main() {
  int* sums;
  cudaMalloc(&sums, 64 * sizeof *sums);
  Told told;
  while (!told.has("simt: slow: kernels", false)) {
    work<<<1, 64>>>(sums);  // @launch
    cudaDeviceSynchronize();
  }
  cudaFree(sums);
  return 0;
}
