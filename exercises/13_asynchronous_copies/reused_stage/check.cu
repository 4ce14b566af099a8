#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_ring.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Of all recordings, as the kernel writes them.
std::vector<int> jumps_on_host(const std::vector<int>& recordings, const std::vector<int>& heights,
                               int length) {
  std::vector<int> jumps(recordings.size() / length * heights.size());
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    if (i % length == 0) continue;
    for (std::size_t w = 0; w < heights.size(); ++w) {
      if (std::abs(recordings[i] - recordings[i - 1]) > heights[w])
        ++jumps[i / length * heights.size() + w];
    }
  }
  return jumps;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  require_compute_capability(8, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const auto& [length, blocks] : {std::pair(8 * kTile, 2),
                                       {1, 3},
                                       {2, 1},
                                       {33, 2},
                                       {kTile, 2},
                                       {kTile + 1, 1},
                                       {3 * kTile - 1, 3},
                                       {1009, 7},
                                       {5003, 2}}) {
    const std::string name = std::to_string(blocks) + (blocks == 1 ? " recording" : " recordings") +
                             " of " + std::to_string(length);
    exercise.twice(name, [&, length = length, blocks = blocks] {
      const Buffer<int> recordings(random_ints(blocks * length, 0, 999)),
          heights(random_ints(kConsumers, 0, 600)), jumps(kConsumers * blocks);
      const auto launch = [&, length = length, blocks = blocks] {
        count_jumps<<<blocks, kBlock>>>(jumps.data(), recordings.data(), heights.data(), length);
      };
      const Counters counters = exercise.run(launch);
      exercise.expect(jumps, jumps_on_host(recordings.before(), heights.before(), length), {},
                      "jumps");
      exercise.expect(recordings, recordings.before(), {}, "recordings");
      // 32 values are 4 sectors, or 5 if they begin within one; and a warp loads its height.
      exercise.limit("sectors loaded", counters.global_load_sectors,
                     blocks * (5.0 * ((length + 31) / 32) + kConsumers),
                     "each value is copied once, by neighbouring lanes");
      exercise.written_by(
          jumps,
          {.warps_at_least = kConsumers * blocks, .blocks_at_least = blocks, .name = "jumps"});
      if (exercise.failed() || length < kStages * kTile) return;
      rings::require_all_stages(exercise, {kStages, kTile * sizeof(int), "tiles"}, blocks, launch);
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
