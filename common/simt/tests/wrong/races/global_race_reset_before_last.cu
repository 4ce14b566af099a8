// The last but one block clears the counter: the last one still adds to it.
// environment: SIMT_WORKERS=1
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: write
// expect: @clear by thread (0,0,0) of block (8,0,0)
// expect: atomic
// expect: @arrive by thread (0,0,0) of block (9,0,0)
#include <cuda_runtime.h>

__global__ void collect(int* arrived, volatile int* parts, int* out) {
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(arrived, 1) != gridDim.x - 2) return;  // @arrive
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += parts[b];
  *out = sum;
  *arrived = 0;  // @clear
}

int main() {
  int *arrived, *parts, *out;
  cudaMalloc(&arrived, 4);
  cudaMalloc(&parts, 10 * sizeof(int));
  cudaMalloc(&out, 4);
  cudaMemset(arrived, 0, 4);
  cudaMemset(parts, 0, 10 * sizeof(int));
  collect<<<10, 32>>>(arrived, parts, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
