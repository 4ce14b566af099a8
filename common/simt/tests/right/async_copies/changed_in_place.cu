// Tiles of one array are fetched ahead and written back changed, while the next one is in flight: other bytes of it.
// prints: 1 3 5 7 1279
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kTile = 128;

__global__ void transform(int* values, int tiles) {
  __shared__ int tile[2][kTile];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], values, sizeof tile[0]);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      cg::memcpy_async(block, tile[(i + 1) % 2], values + (i + 1) * kTile, sizeof tile[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    int* const mine = &tile[i % 2][threadIdx.x];
    *mine = 2 * *mine + 1;  // a tile that has arrived is shared memory like any other
    values[i * kTile + threadIdx.x] = *mine;
    block.sync();
  }
}

int main() {
  constexpr int kTiles = 5;
  std::vector<int> host(kTiles * kTile);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<int>(i);
  int* values;
  cudaMalloc(&values, host.size() * sizeof(int));
  cudaMemcpy(values, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  transform<<<1, kTile>>>(values, kTiles);
  cudaMemcpy(host.data(), values, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host.back());
  cudaFree(values);
}
