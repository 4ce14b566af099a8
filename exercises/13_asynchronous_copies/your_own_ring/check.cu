#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_ring.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<int> correlate_on_host(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size()), tiles = (n + kTile - 1) / kTile;
  std::vector<int> sums(kConsumers * tiles);
  for (int t = 0; t < tiles; ++t) {
    const int last = std::min((t + 1) * kTile, n);
    for (int w = 0; w < kConsumers; ++w) {
      for (int i = t * kTile; i + w < last; ++i) sums[kConsumers * t + w] += in[i] * in[i + w];
    }
  }
  return sums;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(8, 0);
  for (const auto& [n, blocks] : {std::pair(16 * kTile, 2),
                                  {1, 1},
                                  {3, 2},
                                  {31, 1},
                                  {33, 1},
                                  {kTile, 1},
                                  {kTile + 1, 3},
                                  {4 * kTile, 1},
                                  {9 * kTile - 1, 2},
                                  {5003, 1},
                                  {20011, 3},
                                  {30 * kTile + 2, 7}}) {
    const std::string name = "n = " + std::to_string(n) + ", " + std::to_string(blocks) +
                             (blocks == 1 ? " block" : " blocks");
    exercise.twice(name, [&, n = n, blocks = blocks] {
      const int tiles = (n + kTile - 1) / kTile, working = std::min(tiles, blocks);
      const Buffer<int> in(random_ints(n, -99, 99)), sums(kConsumers * tiles);
      const auto launch = [&, n = n, blocks = blocks] {
        correlate<<<blocks, kBlock>>>(sums.data(), in.data(), n);
      };
      const Counters counters = exercise.run(launch);
      exercise.expect(sums, correlate_on_host(in.before()), {.columns = kConsumers}, "sums");
      exercise.expect(in, in.before(), {}, "in");
      exercise.limit("sectors loaded", counters.global_load_sectors, (n + 7) / 8,
                     "each value is copied once, by neighbouring lanes, and the other warps find "
                     "it in shared memory");
      exercise.written_by(
          sums,
          {.warps_at_least = kConsumers * working, .blocks_at_least = working, .name = "sums"});
      // A tile has 32 values for each lane.
      const int most = (tiles + blocks - 1) / blocks;
      exercise.limit_busiest_warp(counters, 100 + most * 400.0,
                                  "all lanes of a warp should have their share of its sum");
      if (exercise.failed() || n < kStages * kTile * blocks) return;
      rings::require_all_stages(exercise, {kStages, kTile * sizeof(int), "tiles"}, blocks, launch);
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
