// A block of 192 threads has no second tile of 128.
// expect: simt: tiled_partition<128>() of a block of 192 threads
// expect: @partition
// expect: must divide the block
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void count(int* out) {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());  // @partition
  tile.sync();
  out[threadIdx.x] = static_cast<int>(tile.meta_group_size());
}

int main() {
  int* out;
  cudaMalloc(&out, 192 * sizeof(int));
  count<<<1, 192>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
