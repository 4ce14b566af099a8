// Three warps wait at the barrier; one waits for half of itself, which waits at the barrier.
// expect: simt: deadlock: no thread of the block can go on
// expect: 112 threads wait in __syncthreads() at
// expect: @barrier
// expect: 16 threads wait in a warp collective with mask 0xffffffff at
// expect: @shuffle
#include <cuda_runtime.h>

__global__ void stuck(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_down_sync(0xffffffffu, v, 1);  // @shuffle
  __syncthreads();                                                // @barrier
  out[threadIdx.x] = v;
}

int main() {
  int* out;
  cudaMalloc(&out, 512);
  stuck<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
