// Chapter 16 · attention_wgmma
//
// Attention as Hopper wants it: a warp has the TMA copy tiles of keys and values, and two groups of four warps with 64
// queries each have tensor cores multiply them (wgmma). While a tile's weights are computed, the values of the
// tile before are multiplied. For compute capability 9.0 alone.
//
//   attention_wgmma [--size N] [--heads H]      N queries and keys per head
#include "naive_attention.cuh"
#include "rings.cuh"

// Begins the scores of 64 queries and a tile of keys.
__device__ void multiply_keys(float (&s)[64], const Tile& q, int row, const Tile& k) {
#pragma unroll
  for (int c = 0; c < kDim; c += 16) {
    multiply_rows(s, descriptor(&q[c / 64][row][c % 64]), descriptor(&k[c / 64][0][c % 64]), c > 0);
  }
  commit_products();
}
// Begins to add weights times values.
__device__ void multiply_values(float (&out)[64], const unsigned (&p)[32], const Tile& v) {
#pragma unroll
  for (int j = 0; j < kKeys / 16; ++j) {
    multiply_weights(out, &p[4 * j], descriptor(&v[0][16 * j], sizeof v[0]));
  }
  commit_products();
}

// What a lane knows of its two rows, 8 apart.
struct Rows {
  float max[2] = {-kInf, -kInf}, sum[2] = {}, factor[2];

  // Makes weights of the scores; what has been summed up before must be multiplied with `factor`.
  __device__ void weigh(float (&s)[64], float scale) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float larger = max[h];
#pragma unroll
      for (int i = 2 * h; i < 64; i += 4) larger = fmaxf(larger, fmaxf(s[i], s[i + 1]));
      larger = max_of_row(larger);
      factor[h] = exp2_of(scale * (max[h] - larger));
      max[h] = larger;
      sum[h] *= factor[h];
#pragma unroll
      for (int i = 2 * h; i < 64; i += 4) {
        s[i] = exp2_of(scale * s[i] - scale * larger);
        s[i + 1] = exp2_of(scale * s[i + 1] - scale * larger);
        sum[h] += s[i] + s[i + 1];
      }
    }
  }
};

__device__ void compute(Shared& shared, const Attention<T>& a, int row0, int head, int tiles) {
  const int first = (threadIdx.x / 128 - 1) * 64;  // of this group's rows in the block's
  const int row = row0 + first + threadIdx.x / 32 % 4 * 16 + threadIdx.x % 32 / 4;
  const float scale = a.scale * 1.44269504f;  // log2 e
  float s[64], out[64] = {};
  unsigned p[32] = {};
  Rows rows;

  wait(&shared.q_is_there, 0);
  for (int tile = 0; tile < tiles; ++tile) {
    wait_for(shared.k, tile);
    begin_products(out, p);
    multiply_keys(s, shared.q, first, shared.k.tiles[stage_of(tile)]);
    if (tile > 0) {  // meanwhile: the values of the tile before
      wait_for(shared.v, tile - 1);
      multiply_values(out, p, shared.v.tiles[stage_of(tile - 1)]);
      wait_for_products<1>(s);
    } else {
      wait_for_products<0>(s);
    }
    release(shared.k, tile);
    if (tile == tiles - 1) hide(s, row, tile * kKeys, a.n, a.causal);
    rows.weigh(s, scale);
    wait_for_products<0>(out);
    if (tile > 0) release(shared.v, tile - 1);
#pragma unroll
    for (int i = 0; i < 64; ++i) out[i] *= rows.factor[i / 2 % 2];
    pack(p, s);
  }
  wait_for(shared.v, tiles - 1);
  begin_products(out, p);
  multiply_values(out, p, shared.v.tiles[stage_of(tiles - 1)]);
  wait_for_products<0>(out);

#pragma unroll
  for (int h = 0; h < 2; ++h) {
    const float factor = 1 / sum_of_row(rows.sum[h]);
    if (row + 8 * h >= a.n) continue;
    float* const to = a.out + (size_t(head) * a.n + row + 8 * h) * kDim + threadIdx.x % 4 * 2;
#pragma unroll
    for (int i = 2 * h; i < 64; i += 4) {
      *reinterpret_cast<float2*>(to + i / 4 * 8) = {out[i] * factor, out[i + 1] * factor};
    }
  }
}

__global__ void __launch_bounds__(kThreads, 1)
    attend(const __grid_constant__ CUtensorMap q, const __grid_constant__ CUtensorMap k,
           const __grid_constant__ CUtensorMap v, Attention<T> a) {
  extern __shared__ __align__(1024) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared*>(memory);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&shared.q_is_there, 1);
    for (Ring* ring : {&shared.k, &shared.v}) {
      for (Barrier& full : ring->full) ptx::mbarrier_init(&full, 1);
      for (Barrier& empty : ring->empty) ptx::mbarrier_init(&empty, 4 * kGroups);  // warps
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();

  const int row0 = (gridDim.y - 1 - blockIdx.y) * kRows;  // if causal, the longest rows begin first
  const int head = blockIdx.x, end = a.causal ? min(row0 + kRows, a.n) : a.n;
  const int tiles = (end + kKeys - 1) / kKeys;
  if (threadIdx.x < 128) {
    fewer_registers<24>();
    if (threadIdx.x == 0) {
      copy_tile(shared.q, q, row0, head, &shared.q_is_there);
      for (int tile = 0; tile < tiles; ++tile) {
        refill(shared.k, k, tile, head);
        refill(shared.v, v, tile, head);
      }
    }
  } else {
    more_registers<240>();
    compute(shared, a, row0, head, tiles);
  }
}

int main(int argc, char** argv) {
  require_exact_compute_capability(9, 0);  // code for 9.0a runs on no newer one
  const Options options(argc, argv, "Attention on Hopper's tensor cores, by TMA and wgmma.",
                        attention_options());
  CHECK(cudaFuncSetAttribute(attend, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared)));
  return verdict(compare_attention<T, kDim>(
      options, length_of(options), [](const auto& run, const Attention<T>& a) {
        run("naive", [&] { naive<kDim>(a); });
        const auto map = [&](const T* rows) { return tensor_map(rows, a.heads, a.n, kDim, kKeys); };
        const CUtensorMap q = map(a.q), k = map(a.k), v = map(a.v);
        const dim3 grid(a.heads, (a.n + kRows - 1) / kRows);
        run("wgmma", [&] { attend<<<grid, kThreads, sizeof(Shared)>>>(q, k, v, a); });
      }));
}
