// expect: simt: the kernel stopped itself with __trap()
// expect: @trap
// expect: thread (7,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void stop(int limit) {
  if (static_cast<int>(threadIdx.x) >= limit) __trap();  // @trap
}

int main() {
  stop<<<1, 8>>>(7);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
