// The same in managed memory, from a kernel that has nothing else.
// expect: simt: atomic on 4 bytes of managed memory out of bounds
// expect: bytes past the end of the 40 bytes that were allocated at
// expect: (parameter bins)
// expect: @access
#include <cuda_runtime.h>

__global__ void histogram(unsigned* bins, unsigned value) {
  atomicAdd(&bins[value], 1u);  // @access
}

int main() {
  unsigned* bins;
  cudaMallocManaged(&bins, 10 * sizeof(unsigned));
  for (int i = 0; i < 10; ++i) bins[i] = 0;
  histogram<<<1, 1>>>(bins, 0xf0000000u);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
