// Each block waits for the one behind it, which cannot begin: a device has no room for all of them. Nor has it with
// many OS threads.
// environment: SIMT_TIMEOUT=1 SIMT_WORKERS=16
// expect: simt: a block has not finished after
// expect: @loop
// expect: waiting 736 of the grid's 1000 blocks have not begun: the device has room for 264 of them at a time
// expect: take its number from a counter when it begins, and wait for lower ones only
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
