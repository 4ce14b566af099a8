// Two kernels of two streams free the same memory.
// expect: simt: race between streams: an operation uses memory that another one allocates or frees, the 256 bytes that were allocated at
// expect: @new, and nothing orders them
// expect: @delete by kernel drop, launched at
// expect: in stream 3,
// expect: @delete by kernel drop, launched at
// expect: in stream 4,
#include <cuda_runtime.h>

__device__ int* table;

__global__ void make() {
  table = new int[64];  // @new
}

__global__ void drop(int* gone) {
  delete[] gone;  // @delete
}

int main() {
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  make<<<1, 1>>>();
  int* gone;
  cudaMemcpyFromSymbol(&gone, table, sizeof gone);
  drop<<<1, 1, 0, one>>>(gone);
  drop<<<1, 1, 0, two>>>(gone);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
