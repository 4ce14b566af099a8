// An index that is a few rows too far is not one of the next matrix.
// expect: simt: read of 4 bytes of global memory out of bounds, 1200 bytes past the end of the 4000 bytes that were allocated at
// expect: @first
// expect: @access
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = threadIdx.x;
  sum[i] = a[i + n + 300] + b[i];  // @access
}

int main() {
  constexpr int kCount = 1000;
  float *a, *b, *sum;
  cudaMalloc(&a, kCount * sizeof *a);  // @first
  cudaMalloc(&b, kCount * sizeof *b);
  cudaMalloc(&sum, kCount * sizeof *sum);
  cudaMemset(a, 0, kCount * sizeof *a);
  cudaMemset(b, 0, kCount * sizeof *b);
  add<<<1, 100>>>(a, b, sum, kCount);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
