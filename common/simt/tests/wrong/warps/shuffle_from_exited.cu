// The lane with the value has left.
// expect: simt: lane 1 shuffles from lane 0, which has exited (mask 0xffffffff)
// expect: @shuffle
// expect: thread (1,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void broadcast(int* out) {
  if (threadIdx.x == 0) return;
  out[threadIdx.x] = __shfl_sync(0xffffffffu, threadIdx.x, 0);  // @shuffle
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  broadcast<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
