// Host code assigns to a __constant__ variable instead of copying to it.
// expect: simt: host code reads or writes a __constant__ variable
// expect: host_writes_symbol.cu:15
// expect: advice  copy it with cudaMemcpyToSymbol
// exit: 1
#include <cuda_runtime.h>

__constant__ float factor[2];

__global__ void scale(float* data, int n) {
  if (int i = threadIdx.x; i < n) data[i] *= factor[1];
}

int main() {
  for (int i = 0; i < 2; ++i) factor[i] = 2;
  float* data;
  cudaMalloc(&data, 32 * sizeof(float));
  cudaMemset(data, 0, 32 * sizeof(float));
  scale<<<1, 32>>>(data, 32);
  cudaFree(data);
}
