// A reduction over a tile is made of shuffles: its second use of the table comes too early.
// expect: simt: race on shared memory
// expect: @read
// expect: @write
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void center(int* data) {
  __shared__ int table[16];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int rank = tile.thread_rank();
  table[rank] = data[rank];
  tile.sync();
  const int next = table[(rank + 1) % 16];  // @read
  const int sum = cg::reduce(tile, next, cg::plus<int>());
  table[rank] = next - sum / 16;  // @write
  tile.sync();
  data[rank] = table[15 - rank];
}

int main() {
  int* data;
  cudaMalloc(&data, 64);
  cudaMemset(data, 1, 64);
  center<<<1, 16>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
