// One block launches the next step for all blocks, which may not have done theirs.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 128 of the 512 bytes
// expect: @write
// expect: @read
// expect: a child does not wait for the other blocks of the kernel that launches it
#include <cuda_runtime.h>

__global__ void next(int* out, const int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = values[i];  // @read
}

__global__ void parent(int* out, int* values) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;  // @write
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) next<<<4, 32>>>(out, values);
}

int main() {
  int *out, *values;
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));  // else an early child reads garbage
  parent<<<4, 32>>>(out, values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
