// Producers wait for nobody before they fill the buffer again.
// expect: simt: a warp arrives at barrier 1 again, and others have not come since its last time
// expect: @arrive
// expect: must wait for the others elsewhere, at a second barrier
#include <cuda_runtime.h>

__global__ void sums(const int* in, int* out) {
  __shared__ int buffer[32];
  const unsigned lane = threadIdx.x % 32;
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x < 32) {
      buffer[lane] = in[32 * round + lane];
      asm volatile("bar.arrive 1, 64;" ::: "memory");  // @arrive
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += buffer[31 - lane];
    }
  }
  if (threadIdx.x >= 32) out[lane] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 96 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 96 * sizeof(int));
  sums<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
