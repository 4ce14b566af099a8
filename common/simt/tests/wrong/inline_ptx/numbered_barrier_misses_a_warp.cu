// The barrier counts three warps, and two come.
// expect: simt: deadlock: no thread of the block can go on
// expect: 64 threads wait at barrier 1, where 2 of 3 warps have come, at
// expect: @barrier
// expect: 32 threads have finished
#include <cuda_runtime.h>

__global__ void reverse(const int* in, int* out) {
  __shared__ int values[64];
  const unsigned thread = threadIdx.x;
  if (thread < 64) {
    values[thread] = in[thread];
    asm volatile("bar.sync 1, 96;" ::: "memory");  // @barrier
    out[thread] = values[63 - thread];
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  reverse<<<1, 96>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
