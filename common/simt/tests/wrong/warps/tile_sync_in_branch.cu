// One thread goes past the barrier of its tile.
// expect: simt: deadlock: no thread of the block can go on
// expect: 57 threads wait in __syncthreads() at
// expect: @block
// expect: 7 threads wait in a warp collective with mask 0x000000ff at
// expect: @tile
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void step(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  if (tile.thread_rank() != 3 || tile.meta_group_rank() != 0) tile.sync();  // @tile
  block.sync();                                                             // @block
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  step<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
