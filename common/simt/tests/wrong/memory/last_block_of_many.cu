// Only the last of many blocks leaves the array: it runs early, so most of the others need not run at all.
// environment: SIMT_WORKERS=1
// exit: 1
// expect: simt: read of 4 bytes of global memory out of bounds
// expect: @load
// expect: block (3999,0,0)
// expect: 65 blocks have begun
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy_next(const int* in, int* out, int* begun) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicAdd(begun, 1);
  out[i] = in[i + 1];  // @load
}

int main() {
  const int blocks = 4000, n = blocks * 64;
  int *in, *out, *begun;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMallocHost(&begun, sizeof(int));
  *begun = 0;
  cudaMemset(in, 0, n * sizeof(int));
  copy_next<<<blocks, 64>>>(in, out, begun);
  const cudaError_t error = cudaDeviceSynchronize();
  std::fprintf(stderr, "%d blocks have begun\n", *begun);
  return error == cudaErrorIllegalAddress ? 1 : 5;
}
