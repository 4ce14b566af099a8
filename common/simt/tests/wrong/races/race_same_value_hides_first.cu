// Two warps say that they are ready, with the same number, and one of them takes it back: that it comes behind its own
// warp's word does not put it behind the other one's.
// expect: simt: race on shared memory
// expect: @ready
// expect: @back
#include <cuda_runtime.h>

__global__ void ready(int* out) {
  __shared__ unsigned char state[4];
  if (threadIdx.x % 32 == 0) state[1] = 7;  // @ready
  __syncwarp();
  if (threadIdx.x == 33) state[1] = 9;  // @back
  __syncthreads();
  out[threadIdx.x] = state[1];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  ready<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
