// A tile that is filled again while others may still read the last one.
// expect: simt: race on shared memory
// expect: write
// expect: @write
// expect: read
// expect: @read
#include <cuda_runtime.h>

__global__ void sum_of_reversed(const int* in, int* out, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    tile[threadIdx.x] = in[r * 64 + threadIdx.x];  // @write
    __syncthreads();
    sum += tile[63 - threadIdx.x];  // @read
  }
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 256 * sizeof(int));
  sum_of_reversed<<<1, 64>>>(in, out, 4);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
