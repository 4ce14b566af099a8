// The full mask in a branch of half the warp: the other lanes pass the call by, and go on.
// exit: 0
// expect: simt: warning: a call of a warp with mask 0xffffffff names lane 16, which has passed it by
// expect: @call
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: name only those that come here
#include <cuda_runtime.h>

__global__ void largest_of_half(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 16) {
    for (int step = 8; step > 0; step /= 2) {
      value = max(value, __shfl_xor_sync(0xffffffffu, value, step));  // @call
    }
  }
  out[threadIdx.x] = value;
}

int main() {
  int* data;
  if (cudaMalloc(&data, 64 * sizeof(int)) != cudaSuccess) return 2;
  if (cudaMemset(data, 0, 64 * sizeof(int)) != cudaSuccess) return 2;
  largest_of_half<<<1, 32>>>(data, data + 32);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return cudaFree(data) == cudaSuccess ? 0 : 2;
}
