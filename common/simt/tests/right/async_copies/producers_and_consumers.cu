// One warp fetches, three others compute: a pipeline of the block with roles, through many rounds of its stages.
// prints: 3265 3267 3269 3359
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/pipeline>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kStages = 3, kTile = 96, kTiles = 18;

__global__ void add_pairs(const int* in, int* out) {
  __shared__ alignas(16) int tile[kStages][2 * kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipeline = cuda::make_pipeline(block, &state, 32);
  if (produces) {
    const auto warp = cg::tiled_partition<32>(block);
    for (int i = 0; i < kTiles; ++i) {
      pipeline.producer_acquire();
      cuda::memcpy_async(warp, tile[i % kStages], in + i * kTile,
                         cuda::aligned_size_t<16>(kTile * sizeof(int)), pipeline);
      cuda::memcpy_async(warp, tile[i % kStages] + kTile, in + i * kTile,
                         cuda::aligned_size_t<16>(kTile * sizeof(int)), pipeline);
      pipeline.producer_commit();
    }
    return;
  }
  const int t = threadIdx.x - 32;
  for (int i = 0; i < kTiles; ++i) {
    pipeline.consumer_wait();
    out[i * kTile + t] = tile[i % kStages][t] + tile[i % kStages][kTile + (t + 1) % kTile];
    pipeline.consumer_release();
  }
}

int main() {
  std::vector<int> host(kTiles * kTile);
  for (int i = 0; i < kTiles * kTile; ++i) host[i] = i;
  int *in, *out;
  const std::size_t bytes = host.size() * sizeof(int);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice);
  add_pairs<<<1, 128>>>(in, out);
  cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 3; ++t) std::printf("%d ", host[(kTiles - 1) * kTile + t]);
  std::printf("%d\n", host[kTiles * kTile - 1]);
  cudaFree(in);
  cudaFree(out);
}
