// Chapter 14 · product_ladder
//
// A matrix product in float on CUDA cores, from one thread per element to 8 × 8 elements per thread. Each
// rung removes what limited the one before: scattered loads, loads of the same words again, loads from shared memory.
//
//   product_ladder [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "products.cuh"

// One element per thread; neighbouring threads take neighbouring rows, so a warp's loads of A and its
// stores of C touch 32 rows.
__global__ void naive(const float* a, const float* b, float* c, Shape s) {
  const int row = blockIdx.y * blockDim.x + threadIdx.x;
  const int column = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= s.m || column >= s.n) return;
  float sum = 0;
  for (int i = 0; i < s.k; ++i) sum += a[size_t(row) * s.lda + i] * b[size_t(i) * s.ldb + column];
  c[size_t(row) * s.ldc + column] = s.alpha * sum;
}

// Neighbouring threads take neighbouring columns: A is broadcast, B and C are coalesced.
__global__ void coalesced(const float* a, const float* b, float* c, Shape s) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= s.m || column >= s.n) return;
  float sum = 0;
  for (int i = 0; i < s.k; ++i) sum += a[size_t(row) * s.lda + i] * b[size_t(i) * s.ldb + column];
  c[size_t(row) * s.ldc + column] = s.alpha * sum;
}

constexpr int kSide = 32;

// A block loads tiles of 32 × 32 once and uses every element 32 times.
__global__ void shared_tiles(const float* a, const float* b, float* c, Shape s) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kSide + y, column = blockIdx.x * kSide + x;
  float sum = 0;
  for (int k0 = 0; k0 < s.k; k0 += kSide) {
    tile_a[y][x] = row < s.m && k0 + x < s.k ? a[size_t(row) * s.lda + k0 + x] : 0;
    tile_b[y][x] = column < s.n && k0 + y < s.k ? b[size_t(k0 + y) * s.ldb + column] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kSide; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  if (row < s.m && column < s.n) c[size_t(row) * s.ldc + column] = s.alpha * sum;
}

// A thread computes R × R elements, 16 apart: 2 R words from shared memory for R × R multiply-adds.
template <int R>
__global__ void __launch_bounds__(256)
    register_tiles(const float* a, const float* b, float* c, Shape s) {
  constexpr int kThreads = 16, kTile = kThreads * R, kStep = 16;
  __shared__ float tile_a[kStep][kTile + 2];  // transposed; the padding is for the stores
  __shared__ float tile_b[kStep][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  float sum[R][R] = {};
  for (int k0 = 0; k0 < s.k; k0 += kStep) {
#pragma unroll
    for (int i = 0; i < R; ++i) {
      const int row = row0 + y + i * kThreads, column = column0 + x + i * kThreads;
      tile_a[x][y + i * kThreads] = row < s.m && k0 + x < s.k ? a[size_t(row) * s.lda + k0 + x] : 0;
      tile_b[y][x + i * kThreads] =
          column < s.n && k0 + y < s.k ? b[size_t(k0 + y) * s.ldb + column] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kStep; ++k) {
      float of_a[R], of_b[R];
#pragma unroll
      for (int i = 0; i < R; ++i) of_a[i] = tile_a[k][y + i * kThreads];
#pragma unroll
      for (int i = 0; i < R; ++i) of_b[i] = tile_b[k][x + i * kThreads];
#pragma unroll
      for (int i = 0; i < R; ++i) {
#pragma unroll
        for (int j = 0; j < R; ++j) sum[i][j] += of_a[i] * of_b[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int j = 0; j < R; ++j) {
      const int row = row0 + y + i * kThreads, column = column0 + x + j * kThreads;
      if (row < s.m && column < s.n) c[size_t(row) * s.ldc + column] = s.alpha * sum[i][j];
    }
  }
}

int main(int argc, char** argv) {
  Products<float> products(argc, argv,
                           "A product in float: one thread per element, tiles, registers.");
  const Shape s = products.shape();
  const auto grid = [&](int rows, int columns) {
    return dim3(divide_up(s.n, columns), divide_up(s.m, rows));
  };
  products.run("naive", naive, grid(32, 8), dim3(32, 8));
  products.run("coalesced", coalesced, grid(8, 32), dim3(32, 8));
  products.run("shared tiles", shared_tiles, grid(kSide, kSide), dim3(kSide, kSide));
  products.run("4 × 4 registers", register_tiles<4>, grid(64, 64), dim3(16, 16));
  products.run("8 × 8 registers", register_tiles<8>, grid(128, 128), dim3(16, 16));
  return products.report();
}
