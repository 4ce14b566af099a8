// One block adds to a float4 with an atomic operation, another one stores into a component of it.
// expect: simt: race on global memory
// expect: atomic
#include <cuda_runtime.h>

__global__ void add_or_clear(float4* sum) {
  if (blockIdx.x == 0) {
    atomicAdd(sum, make_float4(1, 1, 1, 1));
  } else if (threadIdx.x == 0) {
    sum->z = 0;
  }
}

int main() {
  float4* sum;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  add_or_clear<<<2, 32>>>(sum);
  return cudaDeviceSynchronize() == cudaSuccess ? 3 : 0;
}
