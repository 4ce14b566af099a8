// Chapter 16 · attention_mma
//
// Attention on tensor cores, in bfloat16 with sums in float. A warp has 32 queries; the weights of the
// second product are the sums of the first, in the registers where they are. The next tile of keys and values is
// copied while this one is used. Weights are powers of 2: e^x = 2^(x log2 e).
//
//   attention_mma [--size N] [--heads H]      N queries and keys per head
#include "mma_tiles.cuh"
#include "naive_attention.cuh"

// What a lane knows of its rows: 16 i + 8 h + lane / 4 of the warp's 32, with every fourth pair of columns.
struct Rows {
  float max[kWarpRows / 16][2], sum[kWarpRows / 16][2] = {}, out[kWarpRows / 16][kDim / 8][4] = {};

  // Makes weights of the scores, and scales down what has been summed up with a smaller maximum.
  __device__ void weigh(Scores& s, float scale) {
#pragma unroll
    for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        float larger = max[i][h];
#pragma unroll
        for (auto& x : s[i]) larger = fmaxf(larger, fmaxf(x[2 * h], x[2 * h + 1]));
        larger = max_of_row(larger);
        const float factor = exp2_of(scale * (max[i][h] - larger));
        max[i][h] = larger;
        sum[i][h] *= factor;
#pragma unroll
        for (auto& x : out[i]) x[2 * h] *= factor, x[2 * h + 1] *= factor;
#pragma unroll
        for (auto& x : s[i]) {
          x[2 * h] = exp2_of(scale * x[2 * h] - scale * larger);
          x[2 * h + 1] = exp2_of(scale * x[2 * h + 1] - scale * larger);
          sum[i][h] += x[2 * h] + x[2 * h + 1];
        }
      }
    }
  }

  // Adds weights times values. Sums of two neighbouring fragments are a factor, once rounded.
  __device__ void multiply_values(const Scores& s, const uint4* v) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < kKeys / 16; ++j) {
      unsigned a[kWarpRows / 16][4], b[4];
#pragma unroll
      for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
        for (int x = 0; x < 4; ++x) {
          const float* two = &s[i][2 * j + x / 2][x % 2 * 2];
          a[i][x] = packed(two[0], two[1]);
        }
      }
#pragma unroll
      for (int c = 0; c < kDim / 16; ++c) {
        load_transposed(b, &v[at(16 * j + lane % 16, 2 * c + lane / 16)]);
#pragma unroll
        for (int i = 0; i < kWarpRows / 16; ++i) {
          multiply(out[i][2 * c], a[i], b[0], b[1]);
          multiply(out[i][2 * c + 1], a[i], b[2], b[3]);
        }
      }
    }
  }
};

__global__ void __launch_bounds__(kThreads, 2) attend(Attention<T> a) {
  extern __shared__ __align__(128) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared*>(memory);
  const int row0 = (gridDim.y - 1 - blockIdx.y) * kRows;  // if causal, the longest rows begin first
  const size_t head = size_t(blockIdx.x) * a.n * kDim;
  const int end = a.causal ? min(row0 + kRows, a.n) : a.n;  // of the block's keys
  const int row = threadIdx.x / 32 * kWarpRows, lane = threadIdx.x % 32;
  const float scale = a.scale * 1.44269504f;  // log2 e

  const auto start = [&](int key, Shared::Stage& stage) {
    copy_tile<kKeys>(stage.k, a.k + head + size_t(key) * kDim, a.n - key);
    copy_tile<kKeys>(stage.v, a.v + head + size_t(key) * kDim, a.n - key);
  };
  copy_tile<kRows>(shared.q, a.q + head + size_t(row0) * kDim, a.n - row0);
  start(0, shared.stages[0]);

  Rows rows;
  for (auto& of_fragment : rows.max) of_fragment[0] = of_fragment[1] = -kInf;
  for (int key = 0; key < end; key += kKeys) {
    wait_for_copies();
    __syncthreads();  // all copies have arrived, and all warps are done with the other stage
    const Shared::Stage& now = shared.stages[key / kKeys % 2];
    if (key + kKeys < end) start(key + kKeys, shared.stages[(key / kKeys + 1) % 2]);
    if (a.causal && key > row0 + row + kWarpRows - 1)
      continue;  // none of this warp's queries sees them

    Scores s = {};
    multiply_keys(s, shared.q, now.k, row);
    if (key + kKeys > (a.causal ? min(row0 + row + 1, a.n) : a.n)) {
      hide(s, row0 + row, key, a.n, a.causal);
    }
    rows.weigh(s, scale);
    rows.multiply_values(s, now.v);
  }

#pragma unroll
  for (int i = 0; i < kWarpRows / 16; ++i) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int y = row0 + row + 16 * i + 8 * h + lane / 4;
      const float factor = 1 / sum_of_row(rows.sum[i][h]);
      if (y >= a.n) continue;
#pragma unroll
      for (int c = 0; c < kDim / 8; ++c) {
        const float* two = &rows.out[i][c][2 * h];
        *reinterpret_cast<float2*>(&a.out[head + size_t(y) * kDim + 8 * c + lane % 4 * 2]) = {
            two[0] * factor, two[1] * factor};
      }
    }
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Attention on tensor cores, by mma.sync.", attention_options());
  require_compute_capability(8, 0);
  CHECK(cudaFuncSetAttribute(attend, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared)));
  return verdict(compare_attention<T, kDim>(
      options, length_of(options), [](const auto& run, const Attention<T>& a) {
        run("naive", [&] { naive<kDim>(a); });
        const dim3 grid(a.heads, (a.n + kRows - 1) / kRows);
        run("mma", [&] { attend<<<grid, kThreads, sizeof(Shared)>>>(a); });
      }));
}
