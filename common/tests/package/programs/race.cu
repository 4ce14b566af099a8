// A program with a bug: between the store and the load a barrier is missing.
#include <cuda_runtime.h>

static_assert(__cplusplus == 201703L, "as nvcc, without STANDARD");

__global__ void rotate(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  rotate<<<1, 64>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
