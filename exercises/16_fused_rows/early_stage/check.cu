#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tutorial/exercise.cuh"

// What the first thread of the first block does, if it is watched: batches of copies, barriers, and multiply-adds.
struct Watched {
  int copies, barriers, batches, done;  // batches: committed; done: so many of them waited for
  int last_batch_with_copies, open_copies;
  int multiply_adds, alone;  // alone: while no copy is in flight
};
inline __constant__ bool is_watching;
inline __device__ Watched watched;

__device__ inline bool is_watched() { return is_watching && threadIdx.x + blockIdx.x == 0; }
__device__ inline void note_copy() {
  if (is_watched()) ++watched.copies, ++watched.open_copies;
}
__device__ inline void note_commit() {
  if (!is_watched()) return;
  ++watched.batches;
  if (watched.open_copies > 0) watched.last_batch_with_copies = watched.batches;
  watched.open_copies = 0;
}
__device__ inline void note_wait(int but) {
  if (is_watched() && watched.batches - but > watched.done) watched.done = watched.batches - but;
}
__device__ inline void note_barrier() {
  if (is_watched()) ++watched.barriers;
}
__device__ inline void note_multiply_add() {
  if (!is_watched()) return;
  ++watched.multiply_adds;
  if (watched.open_copies == 0 && watched.last_batch_with_copies <= watched.done) ++watched.alone;
}

// A macro is not expanded inside of itself: the call in it is CUDA's.
#define __pipeline_memcpy_async(...) (note_copy(), __pipeline_memcpy_async(__VA_ARGS__))
#define __pipeline_commit() (note_commit(), __pipeline_commit())
#define __pipeline_wait_prior(but) (__pipeline_wait_prior(but), note_wait(but))
#define __syncthreads() (__syncthreads(), note_barrier())
#define fmaf(...) (note_multiply_add(), fmaf(__VA_ARGS__))

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// In double precision, with the largest sum of |q k| of a row, which the bound needs.
struct Expected {
  std::vector<double> out;
  double score = 0;
};
Expected attention_on_host(const std::vector<float>& q, const std::vector<float>& k,
                           const std::vector<float>& v, int n) {
  Expected all = {std::vector<double>(v.size())};
  std::vector<double> p(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double magnitude = p[j] = 0;
      for (int c = 0; c < kDim; ++c) {
        const double product = double{q[i * kDim + c]} * k[j * kDim + c];
        p[j] += product, magnitude += std::abs(product);
      }
      all.score = std::max(all.score, magnitude);
    }
    const double max = *std::max_element(p.begin(), p.end());
    double sum = 0;
    for (double& x : p) sum += x = std::exp(x - max);
    for (int j = 0; j < n; ++j) {
      for (int c = 0; c < kDim; ++c) all.out[i * kDim + c] += p[j] / sum * v[j * kDim + c];
    }
  }
  return all;
}

void check_order(Exercise& exercise, int tiles, const Watched& seen) {
  exercise.require(seen.copies > 0 && seen.multiply_adds > 0,
                   "use start_copies, score and add_values");
  const int per_tile = kTile * kDim, alone = (seen.alone + per_tile - 1) / per_tile;
  exercise.require(
      alone <= 1, "the block computes with " + std::to_string(2 * tiles) + " tiles, and during " +
                      std::to_string(alone) +
                      " of them no copy is in flight. Only with the last one there is nothing left "
                      "to copy");
  exercise.require(
      seen.barriers <= 2 * tiles + 1,
      std::to_string(seen.barriers) + " barriers for " + std::to_string(tiles) +
          " tiles of keys and as many of values: with the copies in the right order, the barrier "
          "after which a tile is used also says that the other one is free");
}

void check_tokens(Exercise& exercise, int n) {
  const Buffer<float> q(random_floats(n * kDim, -1.5, 2)), k(random_floats(n * kDim, -1.5, 2)),
      v(random_floats(n * kDim)), out(n * kDim);
  const Expected expected = attention_on_host(q.before(), k.before(), v.before(), n);
  const auto launch = [&] { launch_attend(out.data(), q.data(), k.data(), v.data(), n); };
  const int blocks = (n + kBlock - 1) / kBlock, tiles = (n + kTile - 1) / kTile;
  const Counters counters = exercise.run(launch);
  // In units of 2^-24: a score has kDim roundings, and 8 more with its maximum; a tile's rescaling has 3, and 6 of its
  // own. A weight counts twice, above and below the fraction's line, and so do the n additions. A value is below 2.
  const double weight = expected.score * (kDim + 8 + 3 * tiles) + 6 * tiles + 4;
  exercise.expect(
      out, [&](long long i) { return static_cast<float>(expected.out[i]); },
      {.absolute = 2.02 * std::ldexp(2 * (weight + n + 2), -24), .columns = kDim}, "out");
  exercise.expect(q, q.before(), {}, "q");
  exercise.expect(k, k.before(), {}, "k");
  exercise.expect(v, v.before(), {}, "v");
  exercise.written_by(out,
                      {.warps_at_least = (n + 31) / 32, .blocks_at_least = blocks, .name = "out"});
  // A row is 2 sectors. Each block copies all keys and values; a thread loads its query, a number at a time. Not on a
  // GPU, which counts loads of the watch, too.
  exercise.limit_of_model("sectors loaded from global memory", counters.global_load_sectors,
                          2.0 * 2 * n * blocks + 1.0 * kDim * n,
                          "a block copies each key and each value once");
  if (exercise.failed()) return;

  Watched seen = {};
  bool watching = true;
  CHECK(cudaMemcpyToSymbol(watched, &seen, sizeof seen));
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  exercise.run(launch);
  CHECK(cudaMemcpyFromSymbol(&seen, watched, sizeof seen));
  watching = false;
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  check_order(exercise, tiles, seen);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {100, 1, 31, 32, 33, 64, 97}) {
    exercise.twice("n = " + std::to_string(n), [&] { check_tokens(exercise, n); });
  }
  exercise.begin("");
  exercise.end_of_limits();
  cudaFuncAttributes attributes = {};
  CHECK(cudaFuncGetAttributes(&attributes, attend));
  exercise.require(attributes.sharedSizeBytes <= 2 * sizeof(Tile) + 64,
                   "a block has " + std::to_string(attributes.sharedSizeBytes) +
                       " bytes of shared memory: a tile of keys and one of values are " +
                       std::to_string(2 * sizeof(Tile)));
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
