// Rows that are 24 bytes apart: every other one begins at no multiple of 16.
// expect: simt: read of 16 bytes at the misaligned address
// expect: @load
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ alignas(16) unsigned tile[32 * 6];
  for (int i = threadIdx.x; i < 32 * 6; i += 32) tile[i] = i;
  __syncthreads();
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x * 6]));
  unsigned a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"  // @load
               : "=r"(a)
               : "r"(row)
               : "memory");
  out[threadIdx.x] = a;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
