#include <string>

#include "tutorial/attention.cuh"
#include "tutorial/exercise.cuh"

#include "tutorial/watched_pipeline.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_order(Exercise& exercise, int tiles, const pipelines::Watched& seen) {
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
  const Attention expected = attention_on_host(q.before(), k.before(), v.before(), kDim);
  const auto launch = [&] { launch_attend(out.data(), q.data(), k.data(), v.data(), n); };
  const int blocks = (n + kBlock - 1) / kBlock, tiles = (n + kTile - 1) / kTile;
  const Counters counters = exercise.run(launch);
  exercise.expect(
      out, [&](long long i) { return static_cast<float>(expected.out[i]); },
      {.absolute = expected.largest_error(tiles), .columns = kDim}, "out");
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

  check_order(exercise, tiles, pipelines::watch([&] { exercise.run(launch); }));
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
