// The lock is taken and given back by atomics alone: without a fence the next one may find the old sum.
// expect: simt: race on shared memory: two threads use byte 0 of sum
// expect: @add
#include <cuda_runtime.h>

__global__ void total(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += 1;  // @add
    atomicExch(&lock, 0);
  }
  __syncthreads();
  *out = sum;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  total<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
