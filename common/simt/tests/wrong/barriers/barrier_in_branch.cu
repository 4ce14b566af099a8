// Half of the block waits at one barrier, half at another.
// expect: simt: threads of one block wait at different __syncthreads()
// expect: 16 threads at
// expect: @first
// expect: 48 threads at
// expect: @second
// expect: move it out of the branch
#include <cuda_runtime.h>

__global__ void split(int* out) {
  if (threadIdx.x < 16) {
    __syncthreads();  // @first
    out[0] = 1;
  } else {
    __syncthreads();  // @second
    out[1] = 1;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  split<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
