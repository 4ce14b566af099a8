// A GPU does not stop at an integer division by zero: its quotient is some number.
// expect: simt: integer division by zero
// expect: @division
// expect: thread (3,0,0) of block (0,0,0)
// expect: compare the divisor with 0
#include <cuda_runtime.h>

__global__ void divide(const int* a, const int* b, int* c) {
  const int i = threadIdx.x;
  c[i] = a[i] / b[i];  // @division
}

int main() {
  int host[32], *a, *b, *c;
  for (int i = 0; i < 32; ++i) host[i] = 3 - i;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<1, 32>>>(a, b, c);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
