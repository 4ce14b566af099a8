// A shuffle between writing and reading: it hands over a register, and orders nothing in memory.
// expect: simt: race on global memory: two threads of a block use byte
// expect: write
// expect: @leave by thread (
// expect: read
// expect: @fetch by thread (
// expect: __syncwarp()
#include <cuda_runtime.h>

__global__ void rotate(int* row, int* out) {
  const int lane = threadIdx.x;
  row[lane] = lane;  // @leave
  const int first = __shfl_sync(0xffffffff, lane, 0);
  out[lane] = row[(lane + 1) % 32] + first;  // @fetch
}

int main() {
  int *row, *out;
  cudaMalloc(&row, 128);
  cudaMalloc(&out, 128);
  rotate<<<1, 32>>>(row, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
