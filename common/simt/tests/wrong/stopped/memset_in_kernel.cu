// Right on a GPU: the report must not say that only host code may call it.
// expect: simt: a kernel calls cudaMemsetAsync, which the CPU backend does not have in kernels yet
// expect: @call
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: on a GPU a kernel may call it
#include <cuda_runtime.h>

__global__ void parent(int* data) {
  cudaMemsetAsync(data, 0, sizeof(int), nullptr);  // @call
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  parent<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
