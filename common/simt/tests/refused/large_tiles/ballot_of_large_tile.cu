// What a tile can only do where it lies within one warp.
// refuses: <cooperative_groups.h>: of tiles of more than 32 threads `ballot`, `match_any`, `match_all`, shuffles other than `shfl`, partitions by a label
// error: @ballot this is for tiles of up to 32 threads: its result has a bit for each thread
// error: @down this is for tiles of up to 32 threads: larger ones have shfl()
// error: @label this is for tiles of up to 32 threads: make them with tiled_partition<32>()
// nvcc: error
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void vote(unsigned* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = 0;
  tile.ballot(threadIdx.x % 2);                                                      // @ballot
  tile.shfl_down(threadIdx.x, 1);                                                    // @down
  const auto part = cg::labeled_partition(tile, static_cast<int>(threadIdx.x % 3));  // @label
  out[threadIdx.x] += part.size();
}

int main() {}
