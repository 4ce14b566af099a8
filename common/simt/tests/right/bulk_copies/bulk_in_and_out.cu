// A tile comes by a bulk copy, each thread doubles its element, and a bulk copy takes it back: with the fence between
// what threads write and what the second copy reads.
// supports: <cuda/ptx>: cp_async_bulk, cp_reduce_async_bulk, both with tensor maps, bulk groups, mbarriers, fences, special registers; the rest with CCCL
// prints: 0 wrong
#include <cuda_runtime.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include <cstdint>
#include <cstdio>
#include <utility>

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kTile = 128, kTiles = 7;

#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void twice(int* values, int tiles) {
  __shared__ alignas(128) int tile[kTile];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  for (int i = blockIdx.x; i < tiles; i += gridDim.x) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, values + i * kTile,
                         sizeof tile, cuda::device::barrier_native_handle(barrier));
      token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
    } else {
      token = barrier.arrive();
    }
    barrier.wait(std::move(token));
    tile[threadIdx.x] *= 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, values + i * kTile, tile,
                         sizeof tile);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}

int main() {
  static int host[kTile * kTiles];
  for (int i = 0; i < kTile * kTiles; ++i) host[i] = i;
  int* values;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<3, kTile>>>(values, kTiles);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < kTile * kTiles; ++i) wrong += host[i] != 2 * i;
  std::printf("%d wrong\n", wrong);
  cudaFree(values);
}
