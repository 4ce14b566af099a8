// The block has filled an array, but only one thread of it launches: it speaks for its own writes only.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 4 of the 256 bytes
// expect: @write
// expect: @read
// expect: only if a barrier lies between: __syncthreads()
// expect: SIMT_CHECK_STREAMS=off lets the program go on
#include <cuda_runtime.h>

__global__ void child(int* out, const int* values) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}

__global__ void parent(int* out, int* values) {
  values[threadIdx.x] = threadIdx.x;  // @write
  if (threadIdx.x == 0) child<<<1, 64>>>(out, values);
}

int main() {
  int *out, *values;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));  // the child may read before anything is written
  parent<<<1, 64>>>(out, values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
