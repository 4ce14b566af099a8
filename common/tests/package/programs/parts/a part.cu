#include "reverse.cuh"

__global__ void reverse(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}

void launch_reverse(int* out, const int* in, int n) {
  reverse<<<(n + kBlock - 1) / kBlock, kBlock>>>(out, in, n);
}
