// A tile of 64 rows is stored by two warps, and each loads what the other has stored.
// expect: simt: race
// expect: @load
// expect: @store
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ uint4 tile[64];
  tile[threadIdx.x] = {threadIdx.x, 0, 0, 0};  // @store
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x ^ 32]));
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // @load
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(row)
               : "memory");
  out[threadIdx.x] = a + b + c + d;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 64 * sizeof(unsigned));
  load<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
