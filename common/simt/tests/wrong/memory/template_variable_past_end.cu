// Each instance of a function template has a static array of its own, and the last thread goes past its end.
// expect: simt: write of 4 bytes out of bounds, 0 bytes past the end of the __device__ variable shift<int>(int)::seen (256 bytes)
// expect: @access
// expect: by      thread (63,0,0) of block (0,0,0)
// expect: compare the index with the number of elements
#include <cuda_runtime.h>

template <class T>
__device__ T shift(T value) {
  static T seen[64];
  seen[threadIdx.x + 1] = value;  // @access
  __syncthreads();
  return seen[threadIdx.x];
}

__global__ void use(double* out) {
  out[threadIdx.x] = shift(static_cast<int>(threadIdx.x)) + shift(1.0);
}

int main() {
  double* out;
  cudaMalloc(&out, 64 * sizeof(double));
  use<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
