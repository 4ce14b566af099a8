// Chapter 15 · tile_add
//
// Two vectors added without a thread in sight: a block of a tile kernel is one program whose values are whole tiles.
// A view divides a vector into tiles, and a mask leaves out what lies past its end. For compute capability 8.0 and
// newer, and nvcc 13.3 and newer.
//
//   tile_add [--size N]      adds N floats; default 2^16 + 77 on the CPU backend, 2^26 + 77 on a GPU
#include <cuda_tile.h>

#include "tutorial.cuh"

namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kTile = 1024;

// For comparison, chapter 01's kernel: a thread for each element.
__global__ void add_threads(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// A vector as so many tiles of 1024 floats side by side.
template <class T>
__tile__ auto tiles_of(T* data, int n) {
  return ct::partition_view{ct::tensor_span{data, ct::extents{n}}, ct::shape<kTile>{}};
}

// A tile for each block. The last tile reaches past the end: its loads and its store leave out what isn't there.
__tile_global__ void add(const float* a, const float* b, float* c, int n) {
  const auto block = ct::bid().x;
  const auto sum = tiles_of(a, n).load_masked(block) + tiles_of(b, n).load_masked(block);
  tiles_of(c, n).store_masked(sum, block);
}

// A grid that fits the device instead of the data: each block takes every so many tiles.
__tile_global__ void add_grid_stride(const float* a, const float* b, float* c, int n) {
  const unsigned tiles = (n + kTile - 1u) / kTile;
  for (const auto i : ct::irange(ct::bid().x, tiles, ct::num_blocks().x)) {
    const auto sum = tiles_of(a, n).load_masked(i) + tiles_of(b, n).load_masked(i);
    tiles_of(c, n).store_masked(sum, i);
  }
}

// Without a view: a tile of pointers, and a mask made by hand. This is for addresses that no view describes.
__tile_global__ void add_pointers(const float* a, const float* b, float* c, int n) {
  using Indices = ct::tile<int, ct::shape<kTile>>;
  const auto i = static_cast<int>(ct::bid().x) * kTile + ct::iota<Indices>();
  const auto inside = i < n;
  const auto sum = ct::load_masked(a + i, inside) + ct::load_masked(b + i, inside);
  ct::store_masked(c + i, sum, inside);
}

// Two promises: the pointers are multiples of 16 bytes, and so is the length of what whole tiles cover. With both, and
// not with one of them, nvcc moves 16 bytes at once. The rest of the vector gets a mask.
__tile_global__ void add_promised(const float* a, const float* b, float* c, int n) {
  a = ct::assume_aligned(a, 16_ic);
  b = ct::assume_aligned(b, 16_ic);
  c = ct::assume_aligned(c, 16_ic);
  const auto block = ct::bid().x;
  const int whole = ct::assume_divisible(n / kTile * kTile, 1024_ic);
  if (block < static_cast<unsigned>(whole / kTile)) {
    const auto sum = tiles_of(a, whole).load(block) + tiles_of(b, whole).load(block);
    tiles_of(c, whole).store(sum, block);
  } else {
    const auto sum = tiles_of(a, n).load_masked(block) + tiles_of(b, n).load_masked(block);
    tiles_of(c, n).store_masked(sum, block);
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add two vectors, tile by tile.");
  const int n = options.size(
      {.cpu = (1 << 16) + 77, .gpu = (1 << 26) + 77, .bytes_per_element = 3 * sizeof(float)});
  const size_t bytes = n * sizeof(float);
  const std::vector<float> host_a = random_floats(n), host_b = random_floats(n);
  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));

  Experiment experiment("Adding two vectors", c, n, 3.0 * bytes);
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy});
  experiment.show_modelled("tile loads", "%.0f", [](const Counters& k) { return k.tile_loads; });
  experiment.show_modelled("masked out", "%.0f",
                           [](const Counters& k) { return k.tile_load_masked; });
  experiment.show_modelled("sectors loaded", "%.0f", [](const Counters& k) {
    return k.global_load_sectors + k.tile_load_sectors;
  });
  const auto sum = [&](int i) { return host_a[i] + host_b[i]; };
  const int tiles = (n + kTile - 1) / kTile;
  experiment.run(
      "threads", [&] { add_threads<<<(n + 255) / 256, 256>>>(a, b, c, n); }, sum);
  experiment.run(
      "tiles", [&] { add<<<tiles, 1>>>(a, b, c, n); }, sum);
  const int blocks = 8 * device_info().multiprocessors;
  experiment.run(
      "  in a loop", [&] { add_grid_stride<<<blocks, 1>>>(a, b, c, n); }, sum);
  experiment.run(
      "  with promises", [&] { add_promised<<<tiles, 1>>>(a, b, c, n); }, sum);
  experiment.run(
      "tiles of pointers", [&] { add_pointers<<<tiles, 1>>>(a, b, c, n); }, sum);

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return experiment.report();
}
