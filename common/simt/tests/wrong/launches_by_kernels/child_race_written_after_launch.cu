// A kernel changes what its child reads after the launch: the child may run at once, or much later.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 0 of the 128 bytes
// expect: (parameter values) and nothing orders them
// expect: @after
// expect: @host
// expect: @read
// expect: @launch
// expect: a kernel never waits for what it launches
#include <cuda_runtime.h>

__global__ void child(int* out, const int* values) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}

__global__ void parent(int* out, int* values) {
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) child<<<1, 32>>>(out, values);  // @launch
  values[threadIdx.x] = 0;                              // @after
}

int main() {
  int *out, *values;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&values, 32 * sizeof(int));
  parent<<<1, 32>>>(out, values);  // @host
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
