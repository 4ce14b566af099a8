// Only half of the warp loads its matrices.
// expect: simt: an instruction that a whole warp executes with matrices lacks lane 16 of the warp, which has exited
// expect: @load
// expect: all 32 lanes hold parts of the matrices
#include <cuda_runtime.h>

__global__ void load(unsigned* out) {
  __shared__ alignas(16) unsigned tile[16 * 4];
  for (int i = threadIdx.x; i < 16 * 4; i += 32) tile[i] = i;
  __syncthreads();
  const auto row = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x % 16 * 4]));
  if (threadIdx.x < 16) {
    unsigned a, b;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"  // @load
                 : "=r"(a), "=r"(b)
                 : "r"(row)
                 : "memory");
    out[threadIdx.x] = a + b;
  }
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  load<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
