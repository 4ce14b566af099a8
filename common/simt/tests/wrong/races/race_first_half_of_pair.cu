// Two warps write one pair, each its own first half and the same second half.
// expect: simt: race on shared memory: two threads use byte 0 of best and nothing orders them
// expect: write
// expect: @write
// expect: write
// expect: @write
#include <cuda_runtime.h>

__global__ void best_of_warps(int* out) {
  __shared__ int2 best;
  if (threadIdx.x % 32 == 0) best = make_int2(threadIdx.x, 7);  // @write
  __syncthreads();
  out[0] = best.x + best.y;
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  best_of_warps<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
