// A kernel for float has filled the memory of doubles: half of it, and of the last one nothing.
// exit: 0
// expect: simt: warning: read of global memory that nobody has written, at byte 28 of the
// expect: @sum
// expect: by      thread (0,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void ones(float* values, int n) {
  if (threadIdx.x < n) values[threadIdx.x] = 1;
}
__global__ void sum(const double* values, int n, double* out) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += values[i];  // @sum
  *out = total;
}

int main() {
  double *values, *out;
  cudaMalloc(&values, 8 * sizeof(double));
  cudaMalloc(&out, sizeof(double));
  ones<<<1, 8>>>(reinterpret_cast<float*>(values), 7);
  sum<<<1, 1>>>(values, 8, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;
}
