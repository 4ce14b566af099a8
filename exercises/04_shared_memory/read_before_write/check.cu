#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// One rod after `steps` steps.
void spread(float* rod, int steps) {
  for (; steps > 0; --steps) {
    std::vector<float> flow(257);  // flow[c]: into cell c, from the one before it
    for (int c = 1; c < 256; ++c) flow[c] = 0.25f * (rod[c - 1] - rod[c]);
    for (int c = 0; c < 256; ++c) rod[c] += flow[c] - flow[c + 1];
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kWarps = 8;
  for (const auto& [count, steps] : {std::pair{2, 1}, {1, 0}, {1, 2}, {3, 7}, {5, 40}}) {
    exercise.begin("rods = " + std::to_string(count) + ", steps = " + std::to_string(steps));
    const Buffer<float> rods(random_floats(count * 256));
    const Counters counters =
        exercise.run([&] { spread_heat<<<count, 256>>>(rods.data(), steps); });
    std::vector<float> expected = rods.before();
    for (int rod = 0; rod < count; ++rod) spread(&expected[rod * 256], steps);
    exercise.expect(rods, expected, {.absolute = 1e-5, .columns = 256}, "rods");
    exercise.written_by(
        rods, {.warps_at_least = count * kWarps, .blocks_at_least = count, .name = "rods"});
    exercise.limit("global loads", counters.global_load_requests, count * kWarps,
                   "a rod is loaded once, whatever the number of steps");
    // In a step a warp reads two words of rod, two of flow, and the word of rod that it changes; and
    // as many again for another way to get there.
    exercise.limit("shared loads", counters.shared_load_requests,
                   count * kWarps * (10.0 * steps + 2),
                   "all warps work in each step; what is missing is barriers");
  }
  exercise.begin("");
  int read_by_another_warp = 0;
  for (int reader = 0; reader + 1 < 256; ++reader) {
    read_by_another_warp += reader / 32 != (reader + 1) / 32;
  }
  exercise.answer("the writer of byte 508", kWriterOfByte508, 508 / sizeof(float), 0,
                  "an element of `rod` has 4 bytes: in which one is byte 508, and who writes it?");
  exercise.answer("cells read by another warp", kCellsReadByAnotherWarp, read_by_another_warp, 0,
                  "thread t reads rod[t] and rod[t + 1]: for which t is t + 1 of the next warp?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
