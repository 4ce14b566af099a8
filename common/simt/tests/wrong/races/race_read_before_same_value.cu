// A thread reads the mark before it sets it. Another one sets it, too, to the same value: what the first one reads
// depends on who is earlier.
// expect: simt: race on shared memory: two threads use byte 0 of mark
// expect: read
// expect: @read
// expect: write
// expect: @write
#include <cuda_runtime.h>

__global__ void mark_first(int* out) {
  __shared__ int mark;
  if (threadIdx.x == 0) mark = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = mark;  // @read
    mark = 1;
  }
  if (threadIdx.x == 32) mark = 1;  // @write
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  mark_first<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
