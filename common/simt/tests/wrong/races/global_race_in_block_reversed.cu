// Every block reverses its part by way of a buffer in global memory, and does not wait until it is full.
// expect: simt: race on global memory: two threads of a block use byte
// expect: @leave by thread
// expect: @fetch by thread
// expect: of block (0,0,0)
// expect: __syncthreads()
#include <cuda_runtime.h>

__global__ void reverse(const int* in, int* buffer, int* out) {
  const int first = blockIdx.x * blockDim.x;
  buffer[first + threadIdx.x] = in[first + threadIdx.x];                    // @leave
  out[first + threadIdx.x] = buffer[first + blockDim.x - 1 - threadIdx.x];  // @fetch
}

int main() {
  int *in, *buffer, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&buffer, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  cudaMemset(buffer, 0, 4096);
  reverse<<<8, 128>>>(in, buffer, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
