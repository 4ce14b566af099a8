// A kernel fails, and the program goes on as if nothing had happened: what it tries to free is no leak.
// expect: out of bounds
// expect: simt: warning: 4096 bytes, allocated at
// expect: @leak
// expect: were never freed
// expect: simt: the program has an error
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x + 1] = 1; }

int main() {
  int *data, *forgotten;
  cudaMalloc(&data, 128);
  cudaMalloc(&forgotten, 4096);  // @leak
  fill<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
