// The last block sums up what the others have left; a fence for the block does not reach it.
// environment: SIMT_WORKERS=1
// expect: simt: race on global memory: two blocks use byte 0 of the 64 bytes that were allocated at
// expect: write
// expect: @leave by thread (0,0,0) of block (0,0,0)
// expect: read
// expect: @collect by thread (0,0,0) of block (15,0,0)
#include <cuda_runtime.h>

__device__ unsigned int tickets;

__global__ void sum(int* partial, int* out) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = blockIdx.x;  // @leave
  __threadfence_block();
  if (atomicAdd(&tickets, 1u) != gridDim.x - 1) return;
  int total = 0;
  for (unsigned int b = 0; b < gridDim.x; ++b) total += partial[b];  // @collect
  out[0] = total;
}

int main() {
  int *partial, *out;
  cudaMalloc(&partial, 64);
  cudaMalloc(&out, 4);
  sum<<<16, 32>>>(partial, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
