// Chapter 15 · tile_product
//
// A matrix product on tensor cores, whose heart is one line, mma(). How fast it is depends on what the compiler is told:
// where rows begin, how large a tile is, how many warps share it, and in which order blocks go through C. For compute
// capability 8.0 and newer, and nvcc 13.3 and newer.
//
//   tile_product [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth;
//                                                          multiples of 8, by default 272, on a GPU 8192
#include <cuda_tile.h>

#include "matrices.cuh"

namespace ct = cuda::tiles;
using namespace ct::literals;

// A matrix as so many tiles.
template <int kRows, int kColumns, class T>
__tile__ auto tiles_of(T* data, int rows, int columns) {
  return ct::partition_view{ct::tensor_span{data, ct::extents{rows, columns}},
                            ct::shape<kRows, kColumns>{}};
}

// Tile (row, column) of C = A · B, which has m × n sums of k products. Tiles of A and B that reach past the end are padded
// with zeros, which add nothing. Nothing is promised: a row may begin anywhere, so elements are loaded one by one.
template <int kM, int kN, int kK>
__tile_global__ void product(const Factor* a, const Factor* b, float* c, int m, int n, int k) {
  const int row = ct::bid().y, column = ct::bid().x;
  const auto a_tiles = tiles_of<kM, kK>(a, m, k);
  const auto b_tiles = tiles_of<kK, kN>(b, k, n);
  auto sums = ct::zeros<ct::tile<float, ct::shape<kM, kN>>>();
  for (int i = 0; i < (k + kK - 1) / kK; ++i) {
    sums = ct::mma(a_tiles.load_masked(row, i), b_tiles.load_masked(i, column), sums);
  }
  tiles_of<kM, kN>(c, m, n).store_masked(sums, row, column);
}

// The same, but the loop's end is known before it begins: irange says how often it goes round.
template <int kM, int kN, int kK>
__tile__ void counted(const Factor* a, const Factor* b, float* c, int m, int n, int k, int row,
                      int column) {
  const auto a_tiles = tiles_of<kM, kK>(a, m, k);
  const auto b_tiles = tiles_of<kK, kN>(b, k, n);
  auto sums = ct::zeros<ct::tile<float, ct::shape<kM, kN>>>();
  for (const int i : ct::irange(0, (k + kK - 1) / kK)) {
    sums = ct::mma(a_tiles.load_masked(row, i), b_tiles.load_masked(i, column), sums);
  }
  tiles_of<kM, kN>(c, m, n).store_masked(sums, row, column);
}
template <int kM, int kN, int kK>
__tile_global__ void product_counted(const Factor* a, const Factor* b, float* c, int m, int n,
                                     int k) {
  counted<kM, kN, kK>(a, b, c, m, n, k, ct::bid().y, ct::bid().x);
}

// The matrices begin at multiples of 16 bytes, and so do their rows, which have a multiple of 8 elements.
template <int kM, int kN, int kK>
__tile__ void promised(const Factor* a, const Factor* b, float* c, int m, int n, int k, int row,
                       int column) {
  counted<kM, kN, kK>(ct::assume_aligned(a, 16_ic), ct::assume_aligned(b, 16_ic),
                      ct::assume_aligned(c, 16_ic), m, ct::assume_divisible(n, 8_ic),
                      ct::assume_divisible(k, 8_ic), row, column);
}
template <int kM, int kN, int kK>
__tile_global__ void product_promised(const Factor* a, const Factor* b, float* c, int m, int n,
                                      int k) {
  promised<kM, kN, kK>(a, b, c, m, n, k, ct::bid().y, ct::bid().x);
}

// A hint: two blocks should fit on a multiprocessor, so that one computes while the other one waits.
template <int kM, int kN, int kK>
[[cutile::hint(0, occupancy = 2)]] __tile_global__ void product_two_blocks(const Factor* a,
                                                                           const Factor* b,
                                                                           float* c, int m, int n,
                                                                           int k) {
  promised<kM, kN, kK>(a, b, c, m, n, k, ct::bid().y, ct::bid().x);
}

// Another hint: 8 warps share a tile instead of 4, so its sums fit into their registers.
template <int kM, int kN, int kK>
[[cutile::hint(0, num_worker_warps_per_cta = 8)]] __tile_global__ void product_8_warps(
    const Factor* a, const Factor* b, float* c, int m, int n, int k) {
  promised<kM, kN, kK>(a, b, c, m, n, k, ct::bid().y, ct::bid().x);
}

// Blocks with consecutive numbers go down 8 rows of tiles before they move on to the next column, so those that run at
// the same time share tiles of A and of B in the L2 cache.
template <int kM, int kN, int kK>
__tile__ void in_groups(const Factor* a, const Factor* b, float* c, int m, int n, int k) {
  const int down = (m + kM - 1) / kM, across = (n + kN - 1) / kN, block = ct::bid().x;
  const int first = block / (8 * across) * 8, rows = down - first < 8 ? down - first : 8;
  const int in_group = block % (8 * across);
  promised<kM, kN, kK>(a, b, c, m, n, k, first + in_group % rows, in_group / rows);
}
template <int kM, int kN, int kK>
[[cutile::hint(0, num_worker_warps_per_cta = 8)]] __tile_global__ void product_in_groups(
    const Factor* a, const Factor* b, float* c, int m, int n, int k) {
  in_groups<kM, kN, kK>(a, b, c, m, n, k);
}

// A last promise: no matrix overlaps another one, so a tile of C that is stored can't change one of A or B.
template <int kM, int kN, int kK>
__tile_global__ void product_apart(const Factor* __restrict__ a, const Factor* __restrict__ b,
                                   float* __restrict__ c, int m, int n, int k) {
  in_groups<kM, kN, kK>(a, b, c, m, n, k);
}

int main(int argc, char** argv) {
  const Options options(
      argc, argv, "Multiply matrices, tile by tile.",
      {{.name = "columns", .fallback = 0, .min = 0, .max = 65536, .help = "of B and C; 0: as rows"},
       {.name = "depth", .fallback = 0, .min = 0, .max = 65536, .help = "of sums; 0: as rows"}});
  const int m = options.size({.cpu = 272, .gpu = 8192, .bytes_per_element = 8, .dimensions = 2});
  const int n = options["columns"] > 0 ? static_cast<int>(options["columns"]) : m;
  const int k = options["depth"] > 0 ? static_cast<int>(options["depth"]) : m;
  if (n % 8 != 0 || k % 8 != 0) {
    std::fprintf(stderr, "--columns and --depth: must be multiples of 8\n");
    return kExitBadArguments;
  }
  const Matrix a(m, k), b(k, n);
  const Expected expected(a, b, m, n, k);
  float* c = nullptr;
  CHECK(cudaMalloc(&c, sizeof(float) * m * n));
  Experiment experiment(
      "C has " + std::to_string(m) + " × " + std::to_string(n) + " sums of " + std::to_string(k),
      0);
  experiment.operations(2.0 * m * n * k);
  experiment.show({Column::kTime, Column::kTflops});
  experiment.show_modelled("blocks", "%.0f", [](const Counters& o) { return o.tile_stores; });
  experiment.show_modelled("sectors loaded", "%.0f",
                           [](const Counters& o) { return o.tile_load_sectors; });
  experiment.before_each([&] { poison(c, 1LL * m * n); });
  const auto run = [&](const char* name, auto kernel, dim3 grid) {
    experiment.run(
        name, [&] { kernel<<<grid, 1>>>(a.device, b.device, c, m, n, k); },
        [&] { return expected.difference(c); });
  };
  const int down = (m + 127) / 128, across = (n + 127) / 128, half = (n + 255) / 256;
  run("128 × 128 × 64", product<128, 128, 64>, dim3(across, down));
  run("  a counted loop", product_counted<128, 128, 64>, dim3(across, down));
  run("  with promises", product_promised<128, 128, 64>, dim3(across, down));
  run("  two blocks", product_two_blocks<128, 128, 64>, dim3(across, down));
  run("128 × 256 × 64, promises", product_promised<128, 256, 64>, dim3(half, down));
  run("  8 warps", product_8_warps<128, 256, 64>, dim3(half, down));
  run("128 × 256 × 128, 8 warps", product_8_warps<128, 256, 128>, dim3(half, down));
  run("  in groups of 8 rows", product_in_groups<128, 256, 128>, half * down);
  run("128 × 128 × 64, __restrict__", product_apart<128, 128, 64>, across * down);
  run("128 × 128 × 32, __restrict__", product_apart<128, 128, 32>, across * down);
  CHECK(cudaFree(c));
  return experiment.report();
}
