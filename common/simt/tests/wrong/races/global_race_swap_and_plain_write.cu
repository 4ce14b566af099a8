// The compare-and-swap loop is right, but one block clears the maximum with a plain store meanwhile.
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: write
// expect: @clear by thread (0,0,0) of block (0,0,0)
// expect: by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>

__device__ void atomic_max(float* place, float value) {
  int old = *reinterpret_cast<int*>(place);
  while (value > __int_as_float(old)) {
    const int assumed = old;
    old = atomicCAS(reinterpret_cast<int*>(place), assumed, __float_as_int(value));
    if (old == assumed) break;
  }
}

__global__ void largest(const float* in, float* maximum) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *maximum = 0;  // @clear
  __syncthreads();
  atomic_max(maximum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main() {
  float *in, *maximum;
  cudaMalloc(&in, 512);
  cudaMalloc(&maximum, 4);
  cudaMemset(in, 1, 512);
  cudaMemset(maximum, 0, 4);
  largest<<<4, 32>>>(in, maximum);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
