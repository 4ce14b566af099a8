#include "tutorial/exercise.cuh"
#include "tutorial/whole_blocks.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  want_whole_blocks_at_barriers();
  for (const int n : {Exercise::kLarge, 1, 31, 32, 33, 1009}) {
    for (const int blocks : {40, 1}) {
      exercise.begin("n = " + std::to_string(n) + ", blocks: " + std::to_string(blocks));
      const Buffer<int> votes(random_ints(n, 0, kParties - 1)),
          totals(random_ints(kParties, 5, 99));
      votes.watch_loads();
      std::vector<int> expected = totals.before();
      for (const int party : votes.before()) ++expected[party];
      const Counters counters =
          exercise.run([&] { count_votes<<<blocks, kBlock>>>(totals.data(), votes.data(), n); });
      exercise.expect(totals, expected, {}, "totals");
      exercise.expect(votes, votes.before(), {}, "votes");
      exercise.limit("atomic operations on global memory, in sectors",
                     counters.global_atomic_sectors, blocks * kParties / 8.0,
                     "a block counts in shared memory, and adds to each total once");
      exercise.limit("sectors loaded", counters.global_load_sectors,
                     (n + 7) / 8 + (n + kBlock - 1) / kBlock,
                     "each vote is read once, and no total is read: adding to it is one step");
      exercise.loaded_by(votes,
                         {.per_warp_at_most = LoadShare::twice_as_many(n, blocks * kBlock),
                          .name = "votes",
                          .task = "all warps of a block should have their share of the votes"});
      exercise.limit_busiest_warp(counters, 60 + 10 * ((n - 1) / (blocks * kBlock) + 1));
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
