// expect: simt: write of 8 bytes of global memory out of bounds, 8 bytes before the start of the 256 bytes that were allocated at
// expect: @allocation
// expect: @access
// expect: thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void shift(double* data) { data[static_cast<int>(threadIdx.x) - 1] = 1.0; }  // @access

int main() {
  double* data;
  cudaMalloc(&data, 32 * sizeof(double));  // @allocation
  shift<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
