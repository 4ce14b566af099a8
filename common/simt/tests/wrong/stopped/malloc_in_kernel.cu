// Right on a GPU, which has a heap for kernels.
// expect: simt: a kernel calls malloc(), which the CPU backend does not have in kernels yet
// expect: @call
// expect: by      thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void parent(int* data) {
  int* const own = static_cast<int*>(malloc(sizeof(int)));  // @call
  *own = 5;
  *data = *own;
  free(own);
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  parent<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
