// Chapter 16 · attention_decode
//
// A text is continued by one token: in each sequence every head has one query, and all keys and values so far. They
// are in pages of 16 tokens anywhere in memory, and a table says where. Several blocks share a long sequence; what
// they find is combined by maximum and sum. Nothing is used twice, so bytes are all that counts.
//
//   attention_decode [--size N] [--heads H]      4 sequences of up to N tokens
#include "decode.cuh"

constexpr int kDim = 128, kPage = 16, kWarps = 4;
constexpr int kTogether = 4;  // keys whose loads a half-warp begins before it needs the first

// What is known of some keys: the maximum of their scores, the sum of 2^(score - maximum), and the sums of the
// values with these weights: 8 columns, of 128, that a lane has.
struct Part {
  float max = -kInf, sum = 0, out[8] = {};
};

// One of the two has keys, so that the maximum is finite.
__device__ void combine(Part& a, const Part& b) {
  const float max = fmaxf(a.max, b.max), of_a = exp2f(a.max - max), of_b = exp2f(b.max - max);
  a.max = max;
  a.sum = a.sum * of_a + b.sum * of_b;
  for (int c = 0; c < 8; ++c) a.out[c] = a.out[c] * of_a + b.out[c] * of_b;
}

// The sequence's keys from `first` to `end` - 1; the block's half-warps take kTogether of them in turn.
__device__ Part attend_to(const Decode& d, int sequence, int head, int first, int end) {
  const int half = threadIdx.x / 16, lane = threadIdx.x % 16;
  const int* const table = d.table + sequence * d.pages_per_sequence;
  const unsigned lanes = 0xffffu << threadIdx.x % 32 / 16 * 16;  // of this half
  float query[8];
  const Columns q = {
      *reinterpret_cast<const uint4*>(d.q + (size_t(sequence) * d.heads + head) * kDim + 8 * lane)};
  for (int c = 0; c < 8; ++c) query[c] = d.scale * q[c];

  Part part;
  for (int key0 = first + half * kTogether; key0 < end; key0 += 2 * kWarps * kTogether) {
    Columns k[kTogether], v[kTogether];
#pragma unroll
    for (int t = 0; t < kTogether; ++t) {
      const int key = min(key0 + t, end - 1);
      const size_t row = (size_t(table[key / kPage]) * d.heads + head) * kPage + key % kPage;
      k[t].bits = *reinterpret_cast<const uint4*>(d.k + row * kDim + 8 * lane);
      v[t].bits = *reinterpret_cast<const uint4*>(d.v + row * kDim + 8 * lane);
    }
    float p[kTogether], larger = part.max;
#pragma unroll
    for (int t = 0; t < kTogether; ++t) {
      p[t] = 0;
      for (int c = 0; c < 8; ++c) p[t] += query[c] * k[t][c];
      for (int x = 8; x > 0; x /= 2) p[t] += __shfl_xor_sync(lanes, p[t], x);
      if (key0 + t >= end) p[t] = -kInf;
      larger = fmaxf(larger, p[t]);
    }
    const float factor = exp2f(part.max - larger);
    part.max = larger;
    part.sum *= factor;
    for (float& x : part.out) x *= factor;
#pragma unroll
    for (int t = 0; t < kTogether; ++t) {
      const float weight = exp2f(p[t] - larger);
      part.sum += weight;
      for (int c = 0; c < 8; ++c) part.out[c] += weight * v[t][c];
    }
  }
  return part;
}

// All half-warps' parts become one, which the first has. It has keys; others may have none.
__device__ Part of_block(Part part) {
  __shared__ Part parts[2 * kWarps][16];
  const int half = threadIdx.x / 16, lane = threadIdx.x % 16;
  parts[half][lane] = part;
  __syncthreads();
  if (half > 0) return part;
  for (int i = 1; i < static_cast<int>(blockDim.x / 16); ++i) combine(part, parts[i][lane]);
  return part;
}

__device__ void store(const Decode& d, int sequence, int head, const Part& part) {
  float* const out = d.out + (size_t(sequence) * d.heads + head) * kDim + 8 * (threadIdx.x % 16);
  for (int c = 0; c < 8; ++c) out[c] = part.out[c] / part.sum;
}

// A block for each query.
__global__ void __launch_bounds__(32 * kWarps) block_per_head(Decode d) {
  const int head = blockIdx.x, sequence = blockIdx.y;
  const Part part = of_block(attend_to(d, sequence, head, 0, d.lengths[sequence]));
  if (threadIdx.x < 16) store(d, sequence, head, part);
}

// Where a lane's numbers are in the i-th part of a query: as rows of 16, so that neighbouring lanes have neighbours.
constexpr int kNumbers = 2 + 8;  // of a Part
__device__ size_t place(const Decode& d, int blocks, int i) {
  const size_t query = size_t(blockIdx.y) * d.heads + blockIdx.x;
  return (query * blocks + i) * kNumbers * 16 + threadIdx.x % 16;
}

// A block for each piece of a sequence. All have as many keys, but for a sequence's last one, so they end together;
// their parts go to global memory.
__global__ void __launch_bounds__(32 * kWarps) split(Decode d, float* parts, int piece) {
  const int first = blockIdx.z * piece, end = min(first + piece, d.lengths[blockIdx.y]);
  if (first >= end) return;
  const Part part = of_block(attend_to(d, blockIdx.y, blockIdx.x, first, end));
  if (threadIdx.x >= 16) return;
  float* const to = parts + place(d, gridDim.z, blockIdx.z);
  to[0] = part.max, to[16] = part.sum;
  for (int c = 0; c < 8; ++c) to[32 + 16 * c] = part.out[c];
}

// A block combines a query's parts: a half-warp alone one after the other, several half-warps a few each.
__global__ void __launch_bounds__(32 * kWarps)
    join(Decode d, const float* parts, int blocks, int piece) {
  Part all;
  for (int i = threadIdx.x / 16; i * piece < d.lengths[blockIdx.y]; i += blockDim.x / 16) {
    const float* const from = parts + place(d, blocks, i);
    Part part = {from[0], from[16]};
    for (int c = 0; c < 8; ++c) part.out[c] = from[32 + 16 * c];
    combine(all, part);
  }
  all = of_block(all);
  if (threadIdx.x < 16) store(d, blockIdx.y, blockIdx.x, all);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Attention of one query per head, with paged keys and values.",
                        {heads_option()});
  return verdict(compare_decode<kDim, kPage>(
      options, [](const auto& run, const Decode& d, int sequences, int heads) {
        const dim3 queries(heads, sequences);
        run("a block per query", [=] { block_per_head<<<queries, 32 * kWarps>>>(d); });
        const int piece = kCountsInsteadOfTimes ? 64 : 1024;
        const int blocks = (d.pages_per_sequence * kPage + piece - 1) / piece;  // of the longest
        float* parts = nullptr;
        CHECK(cudaMalloc(&parts, sizeof(float) * kNumbers * 16 * heads * sequences * blocks));
        const auto run_split = [&](const std::string& name, int joining) {
          run(name, [=] {
            split<<<dim3(heads, sequences, blocks), 32 * kWarps>>>(d, parts, piece);
            join<<<queries, joining>>>(d, parts, blocks, piece);
          });
        };
        run_split("a block per " + std::to_string(piece) + " keys", 16);
        run_split("  joined by a block", 32 * kWarps);
        CHECK(cudaFree(parts));
      }));
}
