// Two buffers with a barrier each; threads arrive when they have asked for the next tile, and wait when they need it.
// prints: 2016 6112
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

#include <cstdio>
#include <utility>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kTile = 64;

__global__ void reverse_tiles(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][kTile];
  __shared__ Barrier filled[2];
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 2) init(&filled[block.thread_rank()], block.size());
  block.sync();
  Barrier::arrival_token tokens[2];
  const auto fetch = [&](int tile) {
    cuda::memcpy_async(block, buffer[tile % 2], in + tile * kTile, sizeof buffer[0],
                       filled[tile % 2]);
    tokens[tile % 2] = filled[tile % 2].arrive();
  };
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) fetch(tile + 1);
    filled[tile % 2].wait(std::move(tokens[tile % 2]));
    out[tile * kTile + threadIdx.x] = buffer[tile % 2][kTile - 1 - threadIdx.x];
    block.sync();  // the buffer is free again
  }
}

int main() {
  constexpr int kTiles = 11;
  std::vector<int> host(kTiles * kTile);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>(i);
  int *in, *out;
  const std::size_t bytes = host.size() * sizeof(int);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
  reverse_tiles<<<1, kTile>>>(in, out, kTiles);
  cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost);
  int first = 0, second = 0;
  for (int i = 0; i < kTile; ++i) {
    first += host[i];
    second += host[kTile + i];
  }
  std::printf("%d %d\n", first, second);
  cudaFree(in);
  cudaFree(out);
}
