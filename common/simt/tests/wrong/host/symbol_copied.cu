// cudaMemcpy knows nothing of names.
// expect: simt: warning: cudaMemcpy gets the host's address of a variable of the device, byte 0 of the __device__ variable limit
// expect: @call
// expect: cudaMemcpyToSymbol
// exit: 0
#include <cuda_runtime.h>

__device__ int limit;

int main() {
  const int value = 5;
  const cudaError_t error =
      cudaMemcpy(&limit, &value, sizeof limit, cudaMemcpyHostToDevice);  // @call
  return error == cudaErrorInvalidValue ? 0 : 3;
}
