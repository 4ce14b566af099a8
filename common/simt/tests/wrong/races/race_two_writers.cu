// All threads write one word, each its own value.
// expect: simt: race on shared memory: two threads use byte 0 of last and nothing orders them
// expect: write
// expect: @write
// expect: write
// expect: @write
// expect: advice  two threads store here, and the last one wins: let one thread write
#include <cuda_runtime.h>

__global__ void who_is_last(int* out) {
  __shared__ int last;
  last = threadIdx.x;  // @write
  __syncthreads();
  out[0] = last;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  who_is_last<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
