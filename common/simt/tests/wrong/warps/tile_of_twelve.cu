// expect: simt: tiled_partition() into tiles of 12
// expect: @partition
// expect: a tile has 1, 2, 4, 8, 16 or 32 threads
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void cut(unsigned* out, unsigned size) {
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);  // @partition
  out[threadIdx.x] = tile.thread_rank();
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 256);
  cut<<<1, 64>>>(out, 12);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
