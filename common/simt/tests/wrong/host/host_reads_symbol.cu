// Host code reads a __device__ variable after a kernel instead of copying it.
// expect: simt: host code reads or writes a __device__ variable
// expect: host_reads_symbol.cu:14
// expect: advice  copy it with cudaMemcpyToSymbol or cudaMemcpyFromSymbol
// exit: 1
#include <cuda_runtime.h>

__device__ int found;

__global__ void find() { found = threadIdx.x; }

int main() {
  find<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? found : 2;
}
