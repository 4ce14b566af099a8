// Far behind the parameter that it belongs to, an index comes close to nothing of the kernel's.
// expect: simt: read of 8 bytes of global memory out of bounds
// expect: past the end of the 800 bytes that were allocated at
// expect: @allocation (parameter in)
// expect: @access
#include <cuda_runtime.h>

__global__ void gather(const double* in, double* out, long stride) {
  out[threadIdx.x] = in[(threadIdx.x + 1) * stride];  // @access
}

int main() {
  double *in, *out, *work;
  cudaMalloc(&out, 32 * sizeof(double));
  cudaMalloc(&in, 100 * sizeof(double));  // @allocation
  cudaMalloc(&work, 4096 * sizeof(double));
  cudaMemset(in, 0, 100 * sizeof(double));
  gather<<<1, 32>>>(in, out, 1l << 28);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
