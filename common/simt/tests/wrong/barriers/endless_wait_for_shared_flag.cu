// Nobody can set the flag any more: it is the block's own, and the other threads have ended or wait. That needs no time
// limit.
// environment: SIMT_TIMEOUT=1000
// expect: simt: an endless loop: the threads of the block come back to where they were
// expect: @loop
// expect: the loop waits for byte 0 of flag in shared memory
// expect: 32 threads of the block have ended
// expect: 31 wait at a barrier
#include <cuda_runtime.h>

__global__ void wait_for_flag() {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) return;
  if (threadIdx.x == 40) {
    while (flag == 0) {  // @loop
    }
  }
  __syncwarp();
}

int main() {
  wait_for_flag<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
