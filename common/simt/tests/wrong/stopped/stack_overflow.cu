// expect: simt: the thread's local memory and calls need more than its stack of 64 KiB
// expect: thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__device__ __noinline__ int depth(volatile int* data, int n) {
  int local[64];
  local[n % 64] = data[0];
  return n == 0 ? local[0] : depth(data, n - 1) + local[n % 64];
}

__global__ void recurse(int* out) { out[threadIdx.x] = depth(out, 100000); }

int main() {
  int* out;
  cudaMalloc(&out, 128);
  cudaMemset(out, 0, 128);
  recurse<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
