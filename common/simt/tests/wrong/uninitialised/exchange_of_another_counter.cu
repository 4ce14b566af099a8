// One counter is set by atomicExch, the other one is forgotten: compare-and-swap reads, as additions do.
// expect: simt: atomic of shared memory that nobody has written, at byte 4 of locks
// expect: @lock
#include <cuda_runtime.h>

__global__ void both(int* out) {
  __shared__ int locks[2];
  if (threadIdx.x == 0) atomicExch(&locks[0], 0);
  __syncthreads();
  atomicAdd(&locks[0], 1);
  if (threadIdx.x == 0) out[0] = atomicCAS(&locks[1], 0, 1);  // @lock
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  both<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
