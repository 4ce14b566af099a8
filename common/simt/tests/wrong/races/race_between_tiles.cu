// The barrier of a tile does not order the tile next to it.
// expect: simt: race on shared memory
// expect: @read
// expect: @write
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void shift(int* out) {
  __shared__ int values[32];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  values[threadIdx.x] = threadIdx.x;  // @write
  tile.sync();
  out[threadIdx.x] = values[(threadIdx.x + 1) % 32];  // @read
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  shift<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
