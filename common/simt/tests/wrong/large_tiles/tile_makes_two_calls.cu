// One warp of the tile asks the others something, and the others wait at the barrier.
// expect: simt: some threads of a tile call sync(), and others at the same time a collective
// expect: the same calls in the same order
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void agree(int* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  int answer = 1;
  if (tile.thread_rank() < 32) {
    answer = tile.any(threadIdx.x == 3);
  } else {
    tile.sync();
  }
  out[threadIdx.x] = answer;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  agree<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
