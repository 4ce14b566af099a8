// The readers do not take part in the barrier behind which they read.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
#include <cuda_runtime.h>

__global__ void pairs(const int* in, int* out) {
  __shared__ int buffer[64];
  if (threadIdx.x < 64) {
    buffer[threadIdx.x] = in[threadIdx.x];  // @write
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = buffer[63 - threadIdx.x];
  } else {
    asm volatile("bar.sync 2, 32;" ::: "memory");
    out[threadIdx.x] = buffer[threadIdx.x - 64];  // @read
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 96 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  pairs<<<1, 96>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
