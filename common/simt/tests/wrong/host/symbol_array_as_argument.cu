// The name of an array becomes a pointer, to its third row here, by way of a variable of the host's.
// expect: simt: a kernel gets the host's address of a variable of the device: byte 32 of the __constant__ variable table
// expect: @launch
#include <cuda_runtime.h>

__constant__ float table[4][4];

__global__ void copy_row(const float* row, float* out) { out[threadIdx.x] = row[threadIdx.x]; }

int main() {
  float* out;
  cudaMalloc(&out, 4 * sizeof(float));
  const float* const row = table[2];
  copy_row<<<1, 4>>>(row, out);  // @launch
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
