// A counter in shared memory that nobody has set to 0.
// expect: simt: atomic of shared memory that nobody has written, at byte 0 of counter
// expect: @add
// expect: thread (0,0,0) of block (0,0,0)
// expect: shared memory starts with anything in it: write it
#include <cuda_runtime.h>

__global__ void count(const int* in, int* out) {
  __shared__ int counter;
  if (in[threadIdx.x] > 0) atomicAdd(&counter, 1);  // @add
  __syncthreads();
  out[0] = counter;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  count<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
