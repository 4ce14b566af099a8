// A function that is told a wrong length clears far more than its caller's array.
// expect: simt: the kernel has written over its own stack, or uses an address at which there is no memory
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: leaves a local variable
// expect: kernel  run, launched at
#include <cuda_runtime.h>

__noinline__ __device__ void clear(int* values, int n) {
  for (int i = 0; i < n; ++i) values[i] = 0;
}

__global__ void run(int n, int* out) {
  int values[4];
  clear(values, n);
  out[threadIdx.x] = values[threadIdx.x % 4];
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  run<<<1, 1>>>(24, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
