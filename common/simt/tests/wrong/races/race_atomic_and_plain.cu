// The counter is atomic, the look at it is not, and nothing lies between them.
// expect: simt: race on shared memory
// expect: read
// expect: @look
// expect: atomic
// expect: @add
#include <cuda_runtime.h>

__global__ void count(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
  __syncthreads();
  atomicAdd(&counter, 1);      // @add
  out[threadIdx.x] = counter;  // @look
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  count<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
