// Chapter 15 · tile_reduce
//
// The sum of a vector: sum() reduces a tile, and one atomic addition takes the result to the total. What does it cost to
// reduce each tile by itself? For compute capability 8.0 and newer, and nvcc 13.3 and newer.
//
//   tile_reduce [--size N]      N ints; default 2^18 + 77 on the CPU backend, 2^28 + 77 on a GPU
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;

constexpr int kTile = 4096;

// For comparison, chapter 06's way: registers, then shuffles, then shared memory for the sums of the warps.
__global__ void sum_threads(const int* in, int* total, int n) {
  __shared__ int of_warp[8];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < 8 ? of_warp[threadIdx.x] : 0;
  for (int offset = 4; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

// A tile for each block. What a mask leaves out is 0, which changes no sum.
__tile_global__ void sum_of_tiles(const int* in, int* total, int n) {
  const auto tiles = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<kTile>{}};
  const auto sum = ct::sum<0>(tiles.load_masked(ct::bid().x));
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(
      total + ct::zeros<ct::tile<int, ct::shape<1>>>(), sum);
}

// Few blocks: each adds its tiles element by element, and reduces only the last result.
__tile_global__ void sum_in_loop(const int* in, int* total, int n) {
  const auto tiles = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<kTile>{}};
  auto sums = ct::zeros<ct::tile<int, ct::shape<kTile>>>();
  const unsigned count = (n + kTile - 1u) / kTile;
  for (const auto i : ct::irange(ct::bid().x, count, ct::num_blocks().x)) {
    sums = sums + tiles.load_masked(i);
  }
  ct::atomic_add<ct::memory_order::relaxed, ct::thread_scope::device>(
      total + ct::zeros<ct::tile<int, ct::shape<1>>>(), ct::sum<0>(sums));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add up a vector, tile by tile.");
  const int n = options.size(
      {.cpu = (1 << 18) + 77, .gpu = (1 << 28) + 77, .bytes_per_element = sizeof(int)});
  const std::vector<int> input = random_ints(n, -1000, 1000);
  int expected = 0;
  for (const int value : input) expected += value;
  int *in = nullptr, *total = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&total, sizeof(int)));
  CHECK(cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  Experiment experiment("The sum of " + std::to_string(n) + " ints", total, 1, n * sizeof(int));
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  experiment.before_each([&] { CHECK(cudaMemset(total, 0, sizeof(int))); });
  const auto sum = [&](int) { return expected; };
  const int tiles = (n + kTile - 1) / kTile, multiprocessors = device_info().multiprocessors;
  const int few = std::min(tiles / 8 + 1, 2 * multiprocessors);
  const auto with = [](const char* name, int blocks) {
    return name + (", " + std::to_string(blocks)) + (blocks == 1 ? " block" : " blocks");
  };
  experiment.run(
      with("threads", 4 * few), [&] { sum_threads<<<4 * few, 256>>>(in, total, n); }, sum);
  experiment.run(
      with("a sum per tile", tiles), [&] { sum_of_tiles<<<tiles, 1>>>(in, total, n); }, sum);
  experiment.run(
      with("a sum per block", few), [&] { sum_in_loop<<<few, 1>>>(in, total, n); }, sum);

  CHECK(cudaFree(in));
  CHECK(cudaFree(total));
  return experiment.report();
}
