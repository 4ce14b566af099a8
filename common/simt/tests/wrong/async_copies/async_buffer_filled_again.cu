// The next tile is fetched into the buffer that other threads still read: the copy may write at once. The first warp
// copies all of it, 8 bytes a lane.
// expect: simt: race on shared memory: two threads use byte
// expect: @read
// expect: @copy
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(8) int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  block.sync();
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    cuda::memcpy_async(block, tile, in + 64 * i, cuda::aligned_size_t<8>(sizeof tile),  // @copy
                       barrier);
    barrier.arrive_and_wait();
    sum += tile[63 - threadIdx.x];  // @read
  }
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4 * 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 4 * 256);
  sum_tiles<<<1, 64>>>(in, out, 4);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
