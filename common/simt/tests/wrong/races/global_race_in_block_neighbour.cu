// In place, within one block: every thread reads its neighbour's element, and nothing says whether before or
// after the neighbour has replaced it.
// expect: simt: race on global memory: two threads of a block use byte 4 of the 512 bytes that were allocated at
// expect: read
// expect: @smooth by thread (0,0,0) of block (0,0,0)
// expect: write
// expect: @smooth by thread (1,0,0) of block (0,0,0)
// expect: __syncthreads()
// expect: kernel  smooth, launched at
#include <cuda_runtime.h>

__global__ void smooth(float* data, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n) data[i] = (data[i] + data[i + 1]) / 2;  // @smooth
}

int main() {
  float* data;
  cudaMalloc(&data, 512);
  cudaMemset(data, 0, 512);
  smooth<<<1, 128>>>(data, 128);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
