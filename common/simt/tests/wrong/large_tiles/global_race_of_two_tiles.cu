// The same in global memory: rows of one tile each, and the first column of the next one's.
// expect: simt: race
// expect: @read
// expect: @write
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned kRow = 128;

__global__ void differences(const int* in, int* squares, int* out) {
  const auto tile = cg::tiled_partition<kRow>(cg::this_thread_block());
  const unsigned i = tile.meta_group_rank() * kRow + tile.thread_rank();
  squares[i] = in[i] * in[i];  // @write
  tile.sync();
  if (i + 1 < blockDim.x) out[i] = squares[i + 1] - squares[i];  // @read
}

int main() {
  int *in, *squares, *out;
  cudaMalloc(&in, 4 * kRow * sizeof(int));
  cudaMalloc(&squares, 4 * kRow * sizeof(int));
  cudaMalloc(&out, 4 * kRow * sizeof(int));
  cudaMemset(in, 1, 4 * kRow * sizeof(int));
  differences<<<1, 4 * kRow>>>(in, squares, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
