// stmatrix stores rows, of which each holds numbers of four lanes; they are read without __syncwarp().
// expect: simt: race
// expect: @store
// expect: @read
#include <cuda_runtime.h>

__global__ void store(unsigned* out) {
  __shared__ uint4 tile[8];
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x % 8]));
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row),  // @store
               "r"(threadIdx.x)
               : "memory");
  out[threadIdx.x] = reinterpret_cast<unsigned*>(tile)[threadIdx.x];  // @read
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  store<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
