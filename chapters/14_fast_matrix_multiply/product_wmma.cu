// Chapter 14 · product_wmma
//
// Tensor cores by the C++ interface nvcuda::wmma: a warp multiplies tiles of 16 × 16, with bfloat16 or
// with float rounded to tf32. Tiles are copied ahead by cp.async.
//
//   product_wmma [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include <mma.h>

#include "products.cuh"
#include "tile_copies.cuh"

namespace wmma = nvcuda::wmma;

constexpr int kRows = 128, kColumns = 128,
              kThreads = 256;  // a block; its 8 warps have 64 × 32 each

// What differs: bfloat16 is multiplied 16 × 16 × 16, tf32 16 × 16 × 8.
template <class T>
struct Types;
template <>
struct Types<__nv_bfloat16> {
  using Element = __nv_bfloat16;
  static constexpr int kK = 16, kStep = 64;
};
template <>
struct Types<float> {
  using Element = wmma::precision::tf32;
  static constexpr int kK = 8, kStep = 32;
};

template <class T>
struct Stage {
  static constexpr int kStep = Types<T>::kStep, kVector = 16 / sizeof(T);
  // 16 bytes more per row: neighbouring rows begin in different banks.
  alignas(32) T a[kRows][kStep + kVector];
  alignas(32) T b[kStep][kColumns + kVector];

  __device__ void* place_a(int row, int chunk) { return &a[row][kVector * chunk]; }
  __device__ void* place_b(int row, int chunk) { return &b[row][kVector * chunk]; }
};

template <class T, int kStages>
__global__ void __launch_bounds__(kThreads, 2) multiply(const T* a, const T* b, float* c, Shape s) {
  constexpr int kK = Types<T>::kK, kStep = Types<T>::kStep;
  using Element = typename Types<T>::Element;
  extern __shared__ __align__(32) unsigned char memory[];
  auto* stages = reinterpret_cast<Stage<T>*>(memory);
  const Tile tile = tile_of(blockIdx.x, divide_up(s.m, kRows), divide_up(s.n, kColumns));
  const int row0 = tile.row * kRows, column0 = tile.column * kColumns;
  const int warp = threadIdx.x / 32, row = warp / 4 * 64, column = warp % 4 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, kK, float> sum[4][2];
  for (auto& two : sum) {
    for (auto& one : two) wmma::fill_fragment(one, 0);
  }
  TileCopies<T, kRows, kColumns, kStep, kThreads> copies(a, b, s, row0, column0);
  for (int i = 0; i < kStages - 1; ++i) copies.start(stages[i], i * kStep);
  int read = 0, write = kStages - 1;
  for (int k0 = 0; k0 < s.k; k0 += kStep) {
    wait_for_copies<kStages - 2>();
    __syncthreads();
    copies.start(stages[write], k0 + (kStages - 1) * kStep);
    const Stage<T>& stage = stages[read];
#pragma unroll
    for (int k = 0; k < kStep; k += kK) {
      wmma::fragment<wmma::matrix_a, 16, 16, kK, Element, wmma::row_major> of_a[4];
      wmma::fragment<wmma::matrix_b, 16, 16, kK, Element, wmma::row_major> of_b[2];
      for (int i = 0; i < 4; ++i) {
        wmma::load_matrix_sync(of_a[i], &stage.a[row + 16 * i][k], kStep + stage.kVector);
      }
      for (int j = 0; j < 2; ++j) {
        wmma::load_matrix_sync(of_b[j], &stage.b[k][column + 16 * j], kColumns + stage.kVector);
      }
      if constexpr (sizeof(T) == sizeof(float)) {
        for (auto& f : of_a) {
          for (float& x : f.x) x = wmma::__float_to_tf32(x);
        }
        for (auto& f : of_b) {
          for (float& x : f.x) x = wmma::__float_to_tf32(x);
        }
      }
      for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 2; ++j) wmma::mma_sync(sum[i][j], of_a[i], of_b[j], sum[i][j]);
      }
    }
    read = read + 1 == kStages ? 0 : read + 1;
    write = write + 1 == kStages ? 0 : write + 1;
  }
  // wmma stores whole tiles: those at the edges of C go through shared memory.
  wait_for_copies<0>();
  __syncthreads();
  float* mine = reinterpret_cast<float*>(memory) + warp * 256;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 2; ++j) {
      const int y = row0 + row + 16 * i, x = column0 + column + 16 * j;
      for (float& element : sum[i][j].x) element *= s.alpha;
      if (y + 16 <= s.m && x + 16 <= s.n) {
        wmma::store_matrix_sync(c + size_t(y) * s.ldc + x, sum[i][j], s.ldc, wmma::mem_row_major);
        continue;
      }
      wmma::store_matrix_sync(mine, sum[i][j], 16, wmma::mem_row_major);
      __syncwarp();
      for (int e = threadIdx.x % 32; e < 256; e += 32) {
        if (y + e / 16 < s.m && x + e % 16 < s.n)
          c[size_t(y + e / 16) * s.ldc + x + e % 16] = mine[e];
      }
      __syncwarp();
    }
  }
}

template <class T, int kStages>
void run(Products<T>& products, const char* name) {
  const Shape s = products.shape();
  constexpr int kShared = sizeof(Stage<T>) * kStages;
  products.run(name, multiply<T, kStages>, divide_up(s.m, kRows) * divide_up(s.n, kColumns),
               kThreads, kShared);
}

int main(int argc, char** argv) {
  Products<__nv_bfloat16> halves(argc, argv, "A product on tensor cores by wmma.");
  run<__nv_bfloat16, 2>(halves, "wmma, bfloat16");
  Products<float> floats(argc, argv, "", true);
  run<float, 2>(floats, "wmma, tf32");
  const bool right = halves.finish();
  return verdict(floats.finish() && right);
}
