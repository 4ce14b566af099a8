// Pairs of long long from the second one on, in a variable: longlong2 is aligned to its size.
// expect: simt: read of 16 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 16 bytes
#include <cuda_runtime.h>

__device__ long long numbers[64];

__global__ void add(long long* out) {
  const longlong2 pair = ((const longlong2*)(numbers + 1))[threadIdx.x];  // @access
  out[threadIdx.x] = pair.x + pair.y;
}

int main() {
  long long* out;
  cudaMalloc(&out, 8 * sizeof(long long));
  add<<<1, 8>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
