// A tile of 256 threads keeps the numbers that pass a test, in their order: an exclusive scan says where each goes. A
// scan of maxima and one of floats go through the warps in the same way.
// supports: <cooperative_groups/scan.h>: also of tiles of more than 32 threads
// prints: kept 342 of 1024, the last one is 1023
// prints: highest so far: 250, 1003
// prints: halves: 0.5, 128
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr unsigned kTile = 256;

__global__ void keep(const int* in, int n, int* out, int* kept) {
  const auto tile = cg::tiled_partition<kTile>(cg::this_thread_block());
  int before = 0;
  for (int first = 0; first < n; first += kTile) {
    const int value = in[first + tile.thread_rank()];
    const int takes = value % 3 == 0;
    const int place = cg::exclusive_scan(tile, takes);
    if (takes != 0) out[before + place] = value;
    before += tile.shfl(place + takes, tile.size() - 1);  // of the last thread: all
  }
  if (tile.thread_rank() == 0) *kept = before;
}

__global__ void highest(const int* in, int* out, float* halves) {
  const auto tile = cg::tiled_partition<kTile>(cg::this_thread_block());
  const unsigned i = tile.thread_rank();
  out[i] = cg::inclusive_scan(tile, in[(i * 251) % 1024], cg::greater<int>());
  halves[i] = cg::inclusive_scan(tile, 0.5f, cg::plus<float>());
}

int main() {
  int host[1024], kept, *in, *out, *count;
  float halves[kTile], *device_halves;
  for (int i = 0; i < 1024; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&device_halves, sizeof halves);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  keep<<<1, kTile>>>(in, 1024, out, count);
  cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, out, kept * sizeof(int), cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (int i = 0; i < kept; ++i) is_right &= host[i] == 3 * i;
  std::printf("kept %d of 1024, %s %d\n", kept,
              is_right ? "the last one is" : "wrong:", host[kept - 1]);
  highest<<<1, kTile>>>(in, out, device_halves);
  cudaMemcpy(host, out, kTile * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(halves, device_halves, sizeof halves, cudaMemcpyDeviceToHost);
  std::printf("highest so far: %d, %d\n", host[1] - 1, host[4] - 1);
  std::printf("halves: %g, %g\n", halves[0], halves[kTile - 1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  cudaFree(device_halves);
}
