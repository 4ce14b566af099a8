// expect: simt: free() of the 256 bytes that were allocated at
// expect: @call
// expect: @free
// expect: what a kernel has got from malloc()
#include <cuda_runtime.h>

__global__ void finish(float* data) {
  data[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    free(data);  // @free
  }
}

int main() {
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));  // @call
  finish<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
