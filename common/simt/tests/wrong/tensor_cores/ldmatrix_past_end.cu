// The last rows lie behind the tile.
// expect: simt: read of 16 bytes of shared memory out of bounds, 0 bytes past the end of tile
// expect: @load
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ uint4 tile[28];
  if (threadIdx.x < 28) tile[threadIdx.x] = {threadIdx.x, 0, 0, 0};
  __syncthreads();
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 16 * threadIdx.x;
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
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 3;
}
