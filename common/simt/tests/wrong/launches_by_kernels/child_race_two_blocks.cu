// Each block has a null stream of its own: children of two blocks run in no order.
// expect: simt: race between grids that a kernel has launched: both use byte 0 of the 4 bytes
// expect: @write
// expect: @launch
#include <cuda_runtime.h>

__global__ void child(int* value, int block) { *value = block; }  // @write

__global__ void parent(int* value) { child<<<1, 1>>>(value, blockIdx.x); }  // @launch

int main() {
  int* value;
  cudaMalloc(&value, sizeof(int));
  parent<<<2, 1>>>(value);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
