// A child grid gets a pointer to its parent's shared memory, which belongs to the parent's block.
// expect: simt: a launch of child passes a pointer to shared memory
// expect: @launch
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: kernel  parent
#include <cuda_runtime.h>

__global__ void child(int* out, const int* values) { out[threadIdx.x] = values[threadIdx.x]; }

__global__ void parent(int* out) {
  __shared__ int values[32];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 32>>>(out, values);  // @launch
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  parent<<<1, 32>>>(out);
  const bool failed = cudaDeviceSynchronize() == cudaErrorIllegalAddress;
  return failed ? 0 : 5;
}
