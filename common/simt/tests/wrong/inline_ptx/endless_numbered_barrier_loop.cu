// Two warps meet at their barrier until a flag is set, which nobody sets.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @wait
#include <cuda_runtime.h>

__global__ void wait_together(const volatile int* flag) {
  while (*flag == 0) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // @wait
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait_together<<<1, 64>>>(flag);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
