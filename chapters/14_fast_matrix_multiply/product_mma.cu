// Chapter 14 · product_mma
//
// Tensor cores by their instructions: ldmatrix brings what mma.sync expects into registers, from tiles
// without padding whose rows are swizzled. A warp loads the operands of a step while it multiplies the
// step before, also across stages. bfloat16 times bfloat16, sums in float.
//
//   product_mma [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "mma_loop.cuh"
#include "products.cuh"
#include "tensor_cores.cuh"

using T = __nv_bfloat16;

// A block's tile of C has kRows × kColumns elements, a warp's kWarpRows × kWarpColumns; kStep of k at a
// time, and kStages pairs of tiles in shared memory.
template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages,
          bool kSwizzled>
struct Config {
  static constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;
  // Blocks per multiprocessor that the registers are shared out to.
  static constexpr int kBlocks = (kWarpRows * kWarpColumns <= 2048 ? 512 : 256) / kThreads;
  static constexpr int kAChunks = kStep / 8, kBChunks = kColumns / 8;  // of 16 bytes, in a row
  // Where 16 bytes of a row are.
  template <int kChunks>
  static __device__ int index(int row, int chunk) {
    return kSwizzled ? swizzled<kChunks>(row, chunk) : row * kChunks + chunk;
  }

  struct Stage {
    uint4 a[kRows * kAChunks];
    uint4 b[kStep * kBChunks];
    __device__ void* place_a(int row, int chunk) { return &a[index<kAChunks>(row, chunk)]; }
    __device__ void* place_b(int row, int chunk) { return &b[index<kBChunks>(row, chunk)]; }
  };
  static constexpr int kShared = sizeof(Stage) * kStages;

  using Copies = TileCopies<T, kRows, kColumns, kStep, kThreads>;
  using Sums = float[kWarpRows / 16][kWarpColumns / 8][4];

  // What a warp multiplies in 16 steps of k.
  struct Operands {
    static constexpr int kK = 16;
    unsigned a[kWarpRows / 16][4], b[kWarpColumns / 16][4];
    __device__ void load(const Stage& stage, int row, int column, int k) {
      const int lane = threadIdx.x % 32;
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
        load_matrices(a[i], &stage.a[index<kAChunks>(row + 16 * i + lane % 16, k / 8 + lane / 16)]);
      }
#pragma unroll
      for (int j = 0; j < kWarpColumns / 16; ++j) {
        load_transposed(b[j],
                        &stage.b[index<kBChunks>(k + lane % 16, column / 8 + 2 * j + lane / 16)]);
      }
    }
    __device__ void multiply_add(Sums& sum) const {
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
        for (int n = 0; n < kWarpColumns / 8; ++n) {
          const int j = i % 2 == 0 ? n : kWarpColumns / 8 - 1 - n;  // the turn shares operands
          multiply_bf16(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
        }
      }
    }
  };
};

template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages,
          bool kSwizzled,
          class P = Config<kRows, kColumns, kStep, kWarpRows, kWarpColumns, kStages, kSwizzled>>
__global__ void __launch_bounds__(P::kThreads, P::kBlocks)
    multiply(const T* a, const T* b, float* c, Shape s) {
  extern __shared__ __align__(128) unsigned char memory[];
  auto* stages = reinterpret_cast<typename P::Stage*>(memory);
  const Tile tile = tile_of(blockIdx.x, divide_up(s.m, kRows), divide_up(s.n, kColumns));
  const int row0 = tile.row * kRows, column0 = tile.column * kColumns;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = warp / (kColumns / kWarpColumns) * kWarpRows;
  const int column = warp % (kColumns / kWarpColumns) * kWarpColumns;

  typename P::Copies copies(a, b, s, row0, column0);
  typename P::Sums sum = {};
  sum_up<kStep, kStages, typename P::Operands>(sum, stages, copies, s.k, row, column);
#pragma unroll
  for (int i = 0; i < kWarpRows / 8; ++i) {
    const int y = row0 + row + 8 * i + lane / 4;
    if (y >= s.m) break;
#pragma unroll
    for (int j = 0; j < kWarpColumns / 8; ++j) {
      const float* two = &sum[i / 2][j][i % 2 * 2];
      store_2(c + size_t(y) * s.ldc, column0 + column + 8 * j + lane % 4 * 2, s.n, s.alpha, two);
    }
  }
}

template <auto... kSizes>
void run(Products<T>& products, const char* name) {
  using P = Config<kSizes...>;
  constexpr int sizes[] = {int{kSizes}...};
  const Shape s = products.shape();
  products.run(name, multiply<kSizes...>, divide_up(s.m, sizes[0]) * divide_up(s.n, sizes[1]),
               P::kThreads, P::kShared);
}

int main(int argc, char** argv) {
  Products<T> products(argc, argv, "A product on tensor cores by ldmatrix and mma.sync.");
  run<128, 128, 32, 64, 32, 3, false>(products, "128 × 128, not swizzled");
  run<128, 128, 32, 64, 32, 3, true>(products, "128 × 128, swizzled");
  run<128, 256, 32, 64, 64, 5, true>(products, "128 × 256, warps 64 × 64");
  return products.report();
}
