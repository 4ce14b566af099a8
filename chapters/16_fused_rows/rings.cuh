// The rings of tiles that attention_wgmma copies ahead, and what a lane does with its scores.
#pragma once

#include "attention.cuh"
#include "hopper.cuh"

using T = __nv_bfloat16;

constexpr int kDim = 128, kKeys = 128, kStages = 2;
constexpr int kGroups = 2, kRows = 64 * kGroups;  // groups that compute, queries of a block
constexpr int kThreads = 128 * (1 + kGroups);

using Tile = T[kDim / 64][kKeys][64];  // two boxes
static_assert(kRows == kKeys);         // so that only a block's last tile has keys to hide

struct alignas(1024) Ring {
  Tile tiles[kStages];
  Barrier full[kStages], empty[kStages];
};
struct Shared {
  alignas(1024) Tile q;
  Ring k, v;
  Barrier q_is_there;
};

// A tile's place in a ring. Once around it, the parity of the barriers' phase changes.
__device__ inline int stage_of(int tile) { return tile % kStages; }
__device__ inline int parity_of(int tile) { return tile / kStages % 2; }

__device__ inline void copy_tile(Tile& to, const CUtensorMap& map, int row, int head,
                                 Barrier* barrier) {
  arrive_expecting(barrier, sizeof(Tile));
  for (int i = 0; i < kDim / 64; ++i) copy_box(to[i], &map, 64 * i, row, head, barrier);
}
__device__ inline void refill(Ring& ring, const CUtensorMap& map, int tile, int head) {
  const int stage = stage_of(tile);
  wait(&ring.empty[stage], parity_of(tile) ^ 1);
  copy_tile(ring.tiles[stage], map, tile * kKeys, head, &ring.full[stage]);
}
__device__ inline void wait_for(Ring& ring, int tile) {
  wait(&ring.full[stage_of(tile)], parity_of(tile));
}
// This warp does not read the tile any more.
__device__ inline void release(Ring& ring, int tile) {
  if (threadIdx.x % 32 == 0) (void)ptx::mbarrier_arrive(&ring.empty[stage_of(tile)]);
}

// As a factor of the next product: two neighbouring numbers are a register.
__device__ inline void pack(unsigned (&p)[32], const float (&s)[64]) {
#pragma unroll
  for (int i = 0; i < 32; ++i) p[i] = packed(s[2 * i], s[2 * i + 1]);
}

// -inf for keys that a query must not see. The lane's first row and the tile's first key are given.
__device__ inline void hide(float (&s)[64], int row, int key, int n, bool causal) {
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    const int of_i = key + i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
    if (of_i >= n || (causal && of_i > row + i / 2 % 2 * 8)) s[i] = -kInf;
  }
}
