// Shared by the whole block it would be large enough: each thread has an array of its own.
// expect: simt: index 256 is out of bounds of an array of type int [256]
// expect: @access
// expect: by      thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__global__ void copy(const int* in, int* out) {
  int tile[256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[i] = in[i];  // @access
  out[i] = tile[i];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 2048 * sizeof(int));
  cudaMalloc(&out, 2048 * sizeof(int));
  cudaMemset(in, 0, 2048 * sizeof(int));
  copy<<<8, 256>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
