// The threads behind the end of the array have returned, and their tile waits for them.
// expect: simt: deadlock: no thread of the block can go on
// expect: 32 threads wait in a collective of tile 1 of 64 threads (threads 64 to 127), where 32 have come, at
// expect: @sum
// expect: 96 threads have finished
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void add_up(const int* in, int n, int* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (static_cast<int>(threadIdx.x) >= n) return;
  const int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());  // @sum
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  add_up<<<1, 128>>>(in, 96, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
