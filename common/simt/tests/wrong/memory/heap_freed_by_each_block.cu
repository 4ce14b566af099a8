// Each block frees what an earlier kernel has allocated.
// expect: simt: race on global memory: two blocks use byte 0 of the
// expect: @free by thread (0,0,0) of block (0,0,0)
// expect: @free by thread (0,0,0) of block (1,0,0)
// expect: advice  memory is freed once: when several threads share it, one of them frees it
#include <cuda_runtime.h>

__device__ int* table;

__global__ void make() { table = new int[64]; }

__global__ void drop() {
  if (threadIdx.x == 0) delete[] table;  // @free
}

int main() {
  make<<<1, 1>>>();
  drop<<<3, 32>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
