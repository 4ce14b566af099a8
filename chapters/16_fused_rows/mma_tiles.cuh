// The tiles of attention_mma in shared memory, and a warp's scores.
#pragma once

#include "attention.cuh"
#include "tensor_cores.cuh"

using T = __nv_bfloat16;

constexpr int kDim = 128, kChunks = kDim / 8;  // of 16 bytes, in a row
constexpr int kThreads = 128, kKeys = 64;      // of a block; of a tile
constexpr int kRows = kThreads, kWarpRows = 32;

struct Shared {
  uint4 q[kRows * kChunks];
  struct Stage {
    uint4 k[kKeys * kChunks], v[kKeys * kChunks];
  } stages[2];
};

// Where 16 bytes are in a tile: the same chunk of 8 neighbouring rows is in 8 different groups of banks.
__device__ inline int at(int row, int chunk) { return row * kChunks + (chunk ^ (row & 7)); }

// Starts to copy a tile; rows that do not exist become 0.
template <int kTileRows>
__device__ inline void copy_tile(uint4* tile, const T* from, int rows_left) {
#pragma unroll
  for (int i = 0; i < kTileRows * kChunks / kThreads; ++i) {
    const int row = (threadIdx.x + i * kThreads) / kChunks, chunk = threadIdx.x % kChunks;
    copy_16(&tile[at(row, chunk)], from + row * kDim + chunk * 8, row < rows_left);
  }
}

// A warp's scores: 32 queries times all keys of a tile. [i][j] is a fragment of 16 × 8.
using Scores = float[kWarpRows / 16][kKeys / 8][4];
__device__ inline void multiply_keys(Scores& s, const uint4* q, const uint4* k, int row) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int c = 0; c < kChunks; c += 2) {  // 16 columns
    unsigned a[kWarpRows / 16][4], b[4];
#pragma unroll
    for (int i = 0; i < kWarpRows / 16; ++i) {
      load_matrices(a[i], &q[at(row + 16 * i + lane % 16, c + lane / 16)]);
    }
#pragma unroll
    for (int j = 0; j < kKeys / 16; ++j) {
      load_matrices(b, &k[at(16 * j + lane % 8 + lane / 16 * 8, c + lane / 8 % 2)]);
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
        multiply(s[i][2 * j], a[i], b[0], b[1]);
        multiply(s[i][2 * j + 1], a[i], b[2], b[3]);
      }
    }
  }
}

// -inf for keys that a query must not see: those after itself, if causal, and those that do not exist.
__device__ inline void hide(Scores& s, int row, int key, int n, bool causal) {
#pragma unroll
  for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
    for (int j = 0; j < kKeys / 8; ++j) {
#pragma unroll
      for (int x = 0; x < 4; ++x) {
        const int of_x = key + 8 * j + threadIdx.x % 4 * 2 + x % 2;
        const int last = causal ? row + 16 * i + x / 2 * 8 + threadIdx.x % 32 / 4 : n - 1;
        if (of_x > last || of_x >= n) s[i][j][x] = -kInf;
      }
    }
  }
}
