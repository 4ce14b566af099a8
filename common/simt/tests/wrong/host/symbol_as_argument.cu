// In host code the name of a variable of the device stands for a place in host memory.
// expect: simt: a kernel gets the host's address of a variable of the device: byte 0 of the __device__ variable result
// expect: @launch
// expect: cudaGetSymbolAddress
#include <cuda_runtime.h>

__device__ int result;

__global__ void add(int* sum, int value) { atomicAdd(sum, value); }

int main() {
  add<<<1, 32>>>(&result, 2);  // @launch
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
