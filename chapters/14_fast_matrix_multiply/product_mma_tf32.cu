// Chapter 14 · product_mma_tf32
//
// product_mma with floats, which are rounded to tf32 in registers. ldmatrix cannot transpose words of 4 bytes,
// so a thread loads 4 neighbouring columns of B at once: they are columns of 4 different instructions.
//
//   product_mma_tf32 [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "mma_loop.cuh"
#include "products.cuh"
#include "tensor_cores.cuh"

using T = float;

// A block's tile of C has kRows × kColumns elements, a warp's kWarpRows × kWarpColumns; kStep of k at a
// time, and kStages pairs of tiles in shared memory.
template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages>
struct Config {
  static constexpr int kThreads = kRows / kWarpRows * (kColumns / kWarpColumns) * 32;
  // Blocks per multiprocessor that the registers are shared out to.
  static constexpr int kBlocks = (kWarpRows * kWarpColumns <= 2048 ? 512 : 256) / kThreads;
  static constexpr int kAChunks = kStep / 4, kBChunks = kColumns / 4;  // of 16 bytes, in a row
  struct Stage {
    uint4 a[kRows * kAChunks];
    uint4 b[kStep * kBChunks];
    __device__ void* place_a(int row, int chunk) { return &a[swizzled<kAChunks>(row, chunk)]; }
    __device__ void* place_b(int row, int chunk) {
      return &b[row * kBChunks + (chunk ^ row % 4 * 2)];
    }
  };
  static constexpr int kShared = sizeof(Stage) * kStages;

  using Copies = TileCopies<T, kRows, kColumns, kStep, kThreads>;
  using Sums = float[kWarpRows / 16][kWarpColumns / 8][4];

  // What a warp multiplies in 8 steps of k: of B, 4 steps and 4 more.
  struct Operands {
    static constexpr int kK = 8;
    unsigned a[kWarpRows / 16][4], b[kWarpColumns / 32][2][4];
    __device__ void load(const Stage& stage, int row, int column, int k) {
      const int lane = threadIdx.x % 32;
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
        load_matrices(a[i],
                      &stage.a[swizzled<kAChunks>(row + 16 * i + lane % 16, k / 4 + lane / 16)]);
      }
#pragma unroll
      for (int j = 0; j < kWarpColumns / 32; ++j) {
#pragma unroll
        for (int h = 0; h < 2; ++h) {
          const int step = k + 4 * h + lane % 4, chunk = column / 4 + 8 * j + lane / 4;
          const uint4 v = stage.b[step * kBChunks + (chunk ^ lane % 4 * 2)];
          b[j][h][0] = v.x, b[j][h][1] = v.y, b[j][h][2] = v.z, b[j][h][3] = v.w;
        }
      }
    }
    __device__ void multiply_add(Sums& sum) {
      for (auto& four : a) {
        for (unsigned& x : four) x = round_tf32(x);
      }
      for (auto& eight : b) {
        for (auto& four : eight) {
          for (unsigned& x : four) x = round_tf32(x);
        }
      }
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
        for (int n = 0; n < kWarpColumns / 8; ++n) {
          const int j = i % 2 == 0 ? n : kWarpColumns / 8 - 1 - n;  // the turn shares operands
          multiply_tf32(sum[i][j], a[i], b[j / 4][0][j % 4], b[j / 4][1][j % 4]);
        }
      }
    }
  };
};

template <int kRows, int kColumns, int kStep, int kWarpRows, int kWarpColumns, int kStages,
          class P = Config<kRows, kColumns, kStep, kWarpRows, kWarpColumns, kStages>>
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
    for (int j = 0; j < kWarpColumns / 8;
         j += 4) {  // column x of instruction j + i is 4 x + i of 32
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const auto& four = sum[i / 2];
        const int e = i % 2 * 2 + h;
        const float values[] = {four[j][e], four[j + 1][e], four[j + 2][e], four[j + 3][e]};
        store_4(c + size_t(y) * s.ldc, column0 + column + 8 * j + (lane % 4 * 2 + h) * 4, s.n,
                s.alpha, values);
      }
    }
  }
}

template <int... kSizes>
void run(Products<T>& products, const char* name) {
  using P = Config<kSizes...>;
  constexpr int sizes[] = {kSizes...};
  const Shape s = products.shape();
  products.run(name, multiply<kSizes...>, divide_up(s.m, sizes[0]) * divide_up(s.n, sizes[1]),
               P::kThreads, P::kShared);
}

int main(int argc, char** argv) {
  Products<T> products(argc, argv, "A product of floats on tensor cores, rounded to tf32.", true);
  run<128, 128, 16, 64, 32, 4>(products, "128 × 128, warps 64 × 32");
  run<128, 256, 16, 64, 64, 4>(products, "128 × 256, warps 64 × 64");
  return products.report();
}
