#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_ring.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr unsigned kRowBytes = kWidth * sizeof(int);

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  require_compute_capability(8, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kRound = 10 / kStages;
  exercise.answer("kPhaseOfFull", kPhaseOfFull, kRound, 0,
                  "how often has its stage been filled before? That many phases had ended");
  exercise.answer("kPhaseOfEmpty", kPhaseOfEmpty, kRound - 1, 0,
                  "the first phase of an empty barrier ends when the first row has been read");
  for (const auto& [rows, blocks] :
       {std::pair(40, 2), {3, 1}, {4, 1}, {7, 1}, {1, 2}, {33, 5}, {101, 1}, {200, 16}}) {
    const std::string name = std::to_string(rows) + " rows, " + std::to_string(blocks) +
                             (blocks == 1 ? " block" : " blocks");
    exercise.twice(name, [&, rows = rows, blocks = blocks] {
      const int pixels = rows * kWidth;
      const Buffer<int> in(random_ints(pixels)), out(pixels);
      const auto launch = [&] { mirror_rows<<<blocks, kBlock>>>(out.data(), in.data(), rows); };
      const Counters counters = exercise.run(launch);
      exercise.expect(
          out,
          [&](long long i) { return in.before()[i / kWidth * kWidth + kWidth - 1 - i % kWidth]; },
          {.columns = kWidth});
      exercise.expect(in, in.before(), {}, "in");
      exercise.limit("sectors loaded", counters.global_load_sectors, rows * kRowBytes / 32.0,
                     "each row is copied once, by neighbouring lanes");
      exercise.written_by(out, {.warps_at_least = kConsumers * std::min(rows, blocks),
                                .blocks_at_least = std::min(rows, blocks)});
      if (exercise.failed() || rows < kStages * blocks) return;
      rings::require_all_stages(exercise, {kStages, kRowBytes, "rows"}, blocks, launch);
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
