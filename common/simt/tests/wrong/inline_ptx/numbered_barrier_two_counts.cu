// Those who arrive count 128 threads, those who wait 64.
// expect: simt: barrier 2 for
// expect: threads, at which others wait for
// expect: the same number of threads
#include <cuda_runtime.h>

__global__ void hand_over(int* out) {
  __shared__ int value;
  if (threadIdx.x < 64) {
    if (threadIdx.x == 0) value = 5;
    asm volatile("bar.arrive 2, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[threadIdx.x - 64] = value;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  hand_over<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
