#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/whole_blocks.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kThreads = 64;  // of a block, as the task says

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kGridsNow != kNotAnswered)) return exercise.verdict();
  want_whole_blocks_at_barriers();
  // 16 blocks for 2048 numbers with 6 children each, one below the other; then one for 16 numbers, with three.
  exercise.answer(
      "kGridsNow", kGridsNow, 16 * 6 + 1 + 3, 0,
      "how many blocks does the host launch, how many children come below each, and what "
      "goes on with their 16 numbers?");
  for (const int n : {1, 2, 3, 31, 127, 128, 129, 1009, 16384, 16385, 40009}) {
    exercise.begin("n = " + std::to_string(n));
    // The last of an odd number has no other beside it, and may be below 0 as well.
    std::vector<int> numbers = random_ints(n, -3000, n % 2 == 0 ? 3000 : -1), expected = numbers;
    int levels = 0;
    for (int begin = 0, count = n; count > 1; begin += count, count = (count + 1) / 2, ++levels) {
      for (int i = 0; i < count; i += 2) {
        const int a = expected[begin + i];
        expected.push_back(i + 1 < count ? std::max(a, expected[begin + i + 1]) : a);
      }
    }
    numbers.resize(expected.size(), tutorial::poison_value<int>());
    const Buffer<int> memory(numbers);
    Counters counters;
    const Launches launches = record_launches([&] {
      counters = exercise.run([&] { launch_levels({memory.data(), n}); });
    });
    exercise.expect(memory, expected, {}, "of all levels");

    const int by_host = static_cast<int>(launches.all().size()) - launches.by_kernels();
    exercise.limit("launches by the host", by_host, 1, "the kernel can launch what comes next");
    // A block of 64 threads has 128 numbers, which are 7 levels. With 64 numbers it would be 6.
    exercise.limit(
        "launches by kernels", launches.by_kernels(), std::max(levels - 1, 0) / 6,
        "a block can make six levels and more by itself, and one grid can go on for all");
    exercise.limit_busiest_warp(counters, 12 * levels + 100,
                                "share the numbers out among blocks and threads");
    // A full grid leaves a number for each block, and the next one begins with these.
    int from = n;
    for (const Launches::Launch& launch : launches.all()) {
      const int blocks = (from + 2 * kThreads - 1) / (2 * kThreads);
      exercise.limit("threads of a block", launch.block.x, kThreads,
                     "use more blocks; one large block leaves the rest of the device idle");
      exercise.require(static_cast<int>(launch.grid.x) >= blocks,
                       "a grid has " + std::to_string(launch.grid.x) + " blocks for " +
                           std::to_string(from) +
                           " numbers: a thread makes at most one number of " +
                           "a level, which takes " + std::to_string(blocks));
      from = blocks;
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
