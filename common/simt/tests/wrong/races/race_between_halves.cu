// Writes behind the first half of the block's barrier, and another warp reads behind the second one.
// expect: simt: race on shared memory
// expect: @write
// expect: @read
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <utility>

namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int row[64];
  const cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  row[threadIdx.x] = threadIdx.x;  // @write
  block.barrier_wait(std::move(token));
  out[threadIdx.x] = row[63 - threadIdx.x];  // @read
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  reverse<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
