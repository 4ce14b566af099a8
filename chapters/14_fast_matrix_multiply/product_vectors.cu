// Chapter 14 · product_vectors
//
// 8 × 8 results per thread again, now with vectors of 16 bytes to and from shared memory, and with a
// warp's threads arranged 8 × 4, so that its loads touch as few different words as possible.
//
//   product_vectors [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "products.cuh"

constexpr int kTile = 128, kStep = 8, kThreads = 256;  // a block: 128 × 128 of C, in steps of 8

// Four elements of a row, those from `columns` on replaced by 0.
__device__ float4 load_4(const float* row, int column, int columns) {
  if (column + 4 <= columns) return *reinterpret_cast<const float4*>(row + column);
  float4 v = {0, 0, 0, 0};
  if (column < columns) v.x = row[column];
  if (column + 1 < columns) v.y = row[column + 1];
  if (column + 2 < columns) v.z = row[column + 2];
  return v;
}

// Where a thread's 8 rows and 8 columns begin, in two halves of 4 each.
struct Place {
  int row, next_rows, column, next_columns;
};

// 16 × 16 threads: a warp is 2 × 16, and loads 8 different words of A and 64 of B, twice.
__device__ Place of_block(int t) { return {t / 16 * 4, 64, t % 16 * 4, 64}; }

// A warp has a tile of 64 × 32, its threads are 8 × 4: 32 different words of A and 16 of B, twice. Lanes
// that load the same words of A are neighbours; hardware serves them together, half a warp at a time.
__device__ Place of_warps(int t) {
  const int warp = t / 32, lane = t % 32;
  return {warp / 4 * 64 + lane / 2 % 8 * 4, 32, warp % 4 * 32 + (lane % 2 + lane / 16 * 2) * 4, 16};
}

template <Place (*kPlace)(int)>
__global__ void __launch_bounds__(kThreads, 2)
    vectors(const float* a, const float* b, float* c, Shape s) {
  __shared__ __align__(16) float tile_a[kStep][kTile + 4];  // transposed: 4 rows of A are a vector
  __shared__ __align__(16) float tile_b[kStep][kTile];
  const int t = threadIdx.x;
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  // The one vector of A and the one of B that this thread copies.
  const int a_row = t / 2, a_column = t % 2 * 4, b_row = t / 32, b_column = t % 32 * 4;
  const float* from_a = a + size_t(min(row0 + a_row, s.m - 1)) * s.lda;
  const Place at = kPlace(t);
  float sum[8][8] = {};
  for (int k0 = 0; k0 < s.k; k0 += kStep) {
    const float4 va = load_4(from_a, k0 + a_column, s.k);
    const float4 vb = load_4(b + size_t(min(k0 + b_row, s.k - 1)) * s.ldb, column0 + b_column,
                             k0 + b_row < s.k ? s.n : 0);
    __syncthreads();  // all have used the tiles before
    tile_a[a_column][a_row] = va.x;
    tile_a[a_column + 1][a_row] = va.y;
    tile_a[a_column + 2][a_row] = va.z;
    tile_a[a_column + 3][a_row] = va.w;
    *reinterpret_cast<float4*>(&tile_b[b_row][b_column]) = vb;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kStep; ++k) {
      alignas(16) float of_a[8], of_b[8];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        load_vector(&of_a[4 * h], &tile_a[k][at.row + h * at.next_rows]);
        load_vector(&of_b[4 * h], &tile_b[k][at.column + h * at.next_columns]);
      }
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] += of_a[i] * of_b[j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int row = row0 + at.row + i / 4 * at.next_rows + i % 4;
    if (row >= s.m) break;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int column = column0 + at.column + h * at.next_columns;
      store_4(c + size_t(row) * s.ldc, column, s.n, s.alpha, &sum[i][4 * h]);
    }
  }
}

int main(int argc, char** argv) {
  Products<float> products(argc, argv,
                           "A product in float, with vectors and with tiles for warps.");
  const Shape s = products.shape();
  const dim3 grid(divide_up(s.n, kTile), divide_up(s.m, kTile));
  products.run("vectors", vectors<of_block>, grid, kThreads);
  products.run("warp tiles", vectors<of_warps>, grid, kThreads);
  return products.report();
}
