// One thread of a tile of 128 goes round the tile's barrier, and waits for the block.
// expect: simt: deadlock: no thread of the block can go on
// expect: 129 threads wait in __syncthreads() at
// expect: @block
// expect: 127 threads wait in sync() of tile 1 of 128 threads (threads 128 to 255), where 127 have come, at
// expect: @tile
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void shift(const int* in, int* out) {
  __shared__ int numbers[256];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<128>(block);
  numbers[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 255) tile.sync();  // @tile
  block.sync();                        // @block
  out[threadIdx.x] = numbers[255 - threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  shift<<<1, 256>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
