// The heap of kernels lives as long as the context. What nobody frees is missing in later launches.
// expect: simt: warning: 512 bytes of the device heap in 32 allocations, allocated at
// expect: @call
// expect: were never freed
// exit: 0
#include <cuda_runtime.h>

__global__ void keep(int** rows) {
  int* const own = static_cast<int*>(malloc(4 * sizeof(int)));  // @call
  for (int i = 0; i < 4; ++i) own[i] = i;
  rows[threadIdx.x] = own;
}

int main() {
  int** rows;
  cudaMalloc(&rows, 32 * sizeof(int*));
  keep<<<1, 32>>>(rows);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(rows);
  return error == cudaSuccess ? 0 : 3;
}
