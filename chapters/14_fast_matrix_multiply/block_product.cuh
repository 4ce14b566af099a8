// A block's tile of 128 × 128 elements of C, 8 × 8 per thread, with tiles of A and B copied ahead by cp.async.
#pragma once

#include "tile_copies.cuh"

constexpr int kTile = 128, kStep = 16, kThreads = 256;

struct Stage {
  float a[kStep][kTile + 4];  // transposed: 4 rows of A are a vector
  float b[kStep][kTile];
};
using Copies = TransposingCopies<kTile, kTile, kStep, kThreads>;

// Where a thread's 8 × 8 elements are: 4 rows, 4 more 32 below; 4 columns, 4 more 16 to the right. A warp's
// threads are 8 × 4, its tile is 64 × 32.
struct Place {
  int row, column;
};
__device__ inline Place place_in_tile() {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  return {warp / 4 * 64 + lane / 2 % 8 * 4, warp % 4 * 32 + (lane % 2 + lane / 16 * 2) * 4};
}

// Adds the products of one stage.
__device__ inline void multiply_add(float (&sum)[8][8], const Stage& stage, Place at) {
#pragma unroll
  for (int k = 0; k < kStep; ++k) {
    alignas(16) float of_a[8], of_b[8];
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      load_vector(&of_a[4 * h], &stage.a[k][at.row + 32 * h]);
      load_vector(&of_b[4 * h], &stage.b[k][at.column + 16 * h]);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
      for (int j = 0; j < 8; ++j) sum[i][j] += of_a[i] * of_b[j];
    }
  }
}

// Sums up the tile at (row0, column0) over all k of s. One stage is filled while the block computes with the other.
__device__ inline void sum_up(float (&sum)[8][8], Stage (&stages)[2], const float* a,
                              const float* b, const Shape& s, int row0, int column0) {
  Copies copies(a, b, s, row0, column0);
  copies.start(stages[0], 0);
  int now = 0;
  for (int k0 = 0; k0 < s.k; k0 += kStep, now ^= 1) {
    wait_for_copies<0>();  // this thread's copies to `now` have arrived,
    __syncthreads();       // and those of all others; the other stage is free now
    copies.start(stages[now ^ 1], k0 + kStep);
    multiply_add(sum, stages[now], place_in_tile());
  }
  wait_for_copies<0>();
}

// Stores the tile, times alpha.
__device__ inline void store(const float (&sum)[8][8], float* c, const Shape& s, int row0,
                             int column0) {
  const Place at = place_in_tile();
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int row = row0 + at.row + i / 4 * 32 + i % 4;
    if (row >= s.m) break;
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      store_4(c + size_t(row) * s.ldc, column0 + at.column + 16 * h, s.n, s.alpha, &sum[i][4 * h]);
    }
  }
}
