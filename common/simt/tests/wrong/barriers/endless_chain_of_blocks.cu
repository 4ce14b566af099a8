// Each block waits for the one behind it, which cannot begin: a device has no room for all of them. Nor has it with
// many OS threads.
// environment: SIMT_TIMEOUT=1 SIMT_WORKERS=16
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @loop
#include <cuda_runtime.h>

__global__ void chain(volatile int* turn) {
  if (threadIdx.x > 0) return;
  const int place = gridDim.x - 1 - blockIdx.x;
  while (*turn != place) {  // @loop
  }
  __threadfence();
  *turn = place + 1;
}

int main() {
  int* turn;
  cudaMalloc(&turn, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  chain<<<1000, 1024>>>(turn);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
