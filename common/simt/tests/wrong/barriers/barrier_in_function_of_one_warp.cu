// Nothing returns early: a function with a barrier is called by one warp only.
// exit: 0
// expect: simt: warning: 32 threads wait in __syncthreads(), and 64 of the block have exited
// expect: @barrier
// expect: move it, or the call of the function that it is in, out of the branch
#include <cuda_runtime.h>

__device__ void sum_in_warp(volatile int* s, int t) {
  for (int d = 16; d > 0; d /= 2) {
    const int sum = s[t] + s[t + d];
    __syncthreads();  // @barrier
    s[t] = sum;
    __syncthreads();
  }
}

__global__ void sum_up(int* out) {
  __shared__ int s[96];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) sum_in_warp(s, t);
  if (t == 0) *out = s[0];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof *out);
  sum_up<<<1, 96>>>(out);
  const bool is_right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(out);
  return is_right ? 0 : 5;
}
