// Chapter 16 · attention_online
//
// Attention in one kernel, without the matrix: a block takes a tile of keys and values at a time, and
// keeps for each of its queries the maximum so far, the sum of weights and the sum of weighted values.
// When a larger maximum comes, both sums are scaled down.
//
//   attention_online [--size N] [--heads H]      N queries and keys per head
#include "naive_attention.cuh"

constexpr int kDim = 64, kKeys = 32;       // keys of a tile
constexpr int kRows = 32, kThreads = 128;  // queries of a block; four lanes have one together

// Copies a tile of rows that begins at `from`; those that do not exist become 0.
__device__ void load_tile(float (*tile)[kDim + 4], const float* from, int rows_left) {
  for (int i = threadIdx.x; i < kKeys * kDim / 4; i += kThreads) {
    const int row = i / (kDim / 4), column = i % (kDim / 4) * 4;
    const float4 zero = {};
    *reinterpret_cast<float4*>(&tile[row][column]) =
        row < rows_left ? *reinterpret_cast<const float4*>(from + row * kDim + column) : zero;
  }
}

__device__ float4 four(const float* p) { return *reinterpret_cast<const float4*>(p); }

// The four lanes' maximum, or sum.
__device__ float max_of_row(float x) {
  x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
  return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}
__device__ float sum_of_row(float x) {
  x += __shfl_xor_sync(~0u, x, 1);
  return x + __shfl_xor_sync(~0u, x, 2);
}

__global__ void __launch_bounds__(kThreads) online(Attention<float> a) {
  __shared__ alignas(16) float keys[kKeys][kDim + 4], values[kKeys][kDim + 4];
  const int part = threadIdx.x % 4;                       // which of the row's lanes this is
  const int row0 = (gridDim.y - 1 - blockIdx.y) * kRows;  // if causal, the longest rows begin first
  const int row = row0 + threadIdx.x / 4;
  const size_t head = size_t(blockIdx.x) * a.n;

  float query[kDim] = {}, out[kDim / 4] = {};
#pragma unroll
  for (int c = 0; c < kDim && row < a.n; c += 4) {
    const float4 q = four(&a.q[(head + row) * kDim + c]);
    query[c] = a.scale * q.x, query[c + 1] = a.scale * q.y;
    query[c + 2] = a.scale * q.z, query[c + 3] = a.scale * q.w;
  }
  float max = -kInf, sum = 0;
  const int end = a.causal ? min(row0 + kRows, a.n) : a.n;  // of the block's keys
  const int visible = a.causal ? min(row + 1, a.n) : a.n;   // of this row's
  for (int key0 = 0; key0 < end; key0 += kKeys) {
    __syncthreads();  // all have used the tiles before
    load_tile(keys, a.k + (head + key0) * kDim, a.n - key0);
    load_tile(values, a.v + (head + key0) * kDim, a.n - key0);
    __syncthreads();

    float p[kKeys / 4], larger = max;
#pragma unroll
    for (int t = 0; t < kKeys / 4; ++t) {  // this lane's keys: every fourth
      const int key = 4 * t + part;
      float score = 0;
#pragma unroll
      for (int c = 0; c < kDim; c += 4) {
        const float4 k = four(&keys[key][c]);
        score += query[c] * k.x + query[c + 1] * k.y + query[c + 2] * k.z + query[c + 3] * k.w;
      }
      p[t] = key0 + key < visible ? score : -kInf;
      larger = fmaxf(larger, p[t]);
    }

    larger = max_of_row(larger);
    const float factor = expf(max - larger);  // at first 0, and 1 if no score is larger
    max = larger;
    sum *= factor;
    for (float& x : out) x *= factor;
#pragma unroll
    for (float& x : p) sum += x = expf(x - max);

#pragma unroll
    for (int j = 0; j < kKeys; ++j) {
      const float weight = __shfl_sync(~0u, p[j / 4], j % 4, 4);  // of the lane that has key j
#pragma unroll
      for (int c = 0; c < kDim / 4; c += 4) {
        const float4 v = four(&values[j][4 * c + 4 * part]);
        out[c] += weight * v.x, out[c + 1] += weight * v.y;
        out[c + 2] += weight * v.z, out[c + 3] += weight * v.w;
      }
    }
  }

  sum = sum_of_row(sum);
  if (row >= a.n) return;
#pragma unroll
  for (int c = 0; c < kDim / 4; c += 4) {
    *reinterpret_cast<float4*>(&a.out[(head + row) * kDim + 4 * c + 4 * part]) = {
        out[c] / sum, out[c + 1] / sum, out[c + 2] / sum, out[c + 3] / sum};
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Attention in one kernel, with tiles of keys and values.",
                        attention_options());
  return verdict(compare_attention<float, kDim>(
      options, length_of(options), [](const auto& run, const Attention<float>& a) {
        run("naive", [&] { naive<kDim>(a); });
        const dim3 grid(a.heads, (a.n + kRows - 1) / kRows);
        run("online", [&] { online<<<grid, kThreads>>>(a); });
      }));
}
