// The second array begins behind the first one in the same bytes, which are not a multiple of 8.
// expect: simt: write of 8 bytes at the misaligned address
// expect: @access
#include <cuda_runtime.h>

__global__ void split(double* out) {
  __shared__ alignas(8) char storage[64];
  int* const counts = reinterpret_cast<int*>(storage);
  double* const sums = reinterpret_cast<double*>(storage + 3 * sizeof(int));
  counts[threadIdx.x] = 1;
  sums[threadIdx.x] = 2;  // @access
  out[threadIdx.x] = sums[threadIdx.x] + counts[threadIdx.x];
}

int main() {
  double* out;
  cudaMalloc(&out, 3 * sizeof(double));
  split<<<1, 3>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
