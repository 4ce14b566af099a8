// What is fired and forgotten runs in no order, not even in that of the launches.
// expect: simt: race between grids that a kernel has launched: both use byte 0 of the 128 bytes
// expect: @write
// expect: @one
// expect: @read
// expect: @two
// expect: grids run at the same time unless one block launches them into one stream
#include <cuda_runtime.h>

__global__ void first(int* values) { values[threadIdx.x] = threadIdx.x; }  // @write

__global__ void second(int* out, const int* values) {
  out[threadIdx.x] = values[threadIdx.x];  // @read
}

__global__ void parent(int* out, int* values) {
  first<<<1, 32, 0, cudaStreamFireAndForget>>>(values);        // @one
  second<<<1, 32, 0, cudaStreamFireAndForget>>>(out, values);  // @two
}

int main() {
  int *out, *values;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  parent<<<1, 1>>>(out, values);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
