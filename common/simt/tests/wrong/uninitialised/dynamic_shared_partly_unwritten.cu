// Of each int in dynamic shared memory only the first byte is written.
// expect: simt: read of shared memory that nobody has written, at byte 1 of dynamic shared memory
// expect: @read
#include <cuda_runtime.h>

__global__ void flags(int* out) {
  extern __shared__ int numbers[];
  auto* const bytes = reinterpret_cast<char*>(numbers);
  bytes[4 * threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = numbers[threadIdx.x];  // @read
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  flags<<<1, 32, 32 * sizeof(int)>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
