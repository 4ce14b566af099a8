// expect: simt: the kernel stops itself, by __builtin_trap()
// expect: @trap
// expect: thread (5,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void stop_at(unsigned thread) {
  if (threadIdx.x == thread) __builtin_trap();  // @trap
}

int main() {
  stop_at<<<1, 32>>>(5);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
