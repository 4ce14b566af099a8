// Of 32 rows, 24 are set.
// expect: simt: read of shared memory that nobody has written
// expect: @load
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ uint4 tile[32];
  if (threadIdx.x < 24) tile[threadIdx.x] = {threadIdx.x, 0, 0, 0};
  __syncthreads();
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // @load
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(row)
               : "memory");
  out[threadIdx.x] = a + b + c + d;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
