// A barrier for half a warp: barriers count whole ones.
// expect: simt: a barrier for 16 threads, which are no whole warps
// expect: @barrier
// expect: a multiple of 32
#include <cuda_runtime.h>

__global__ void meet(int threads) {
  if (threadIdx.x < 16) asm volatile("bar.sync 3, %0;" ::"r"(threads) : "memory");  // @barrier
}

int main() {
  meet<<<1, 64>>>(16);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
