// Each half of the warp names a lane or two of the other half, which makes the same call with a mask of its own.
// expect: simt: lane 0 makes a call of its warp with mask 0x0003ffff, and lane 16, which this names, with 0xffff0000
// expect: @call
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: all lanes that a mask names have to make the call with this same mask
#include <cuda_runtime.h>

__global__ void first_of_half(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  const unsigned half = i < 16 ? 0x0003ffffu : 0xffff0000u;
  out[i] = __shfl_sync(half, in[i], i < 16 ? 0 : 16);  // @call
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  first_of_half<<<1, 32>>>(data, data + 32);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
