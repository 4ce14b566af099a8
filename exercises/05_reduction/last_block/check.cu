#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kN = 20011, kBlocks = (kN + 255) / 256;  // of the questions
  const Buffer<unsigned> tickets(std::vector<unsigned>{0});
  for (const int n : {kN, 1, 31, 32, 33, 1009, 100003}) {
    const int blocks = (n + 255) / 256;
    const std::vector<int> numbers = random_ints(n, -8, 4);  // no order rounds their sums
    const Buffer<float> in(std::vector<float>(numbers.begin(), numbers.end()));
    float expected = 0;
    std::vector<float> of_blocks(blocks);
    for (int i = 0; i < n; ++i) of_blocks[i / 256] += in.before()[i] * in.before()[i];
    for (const float sum : of_blocks) expected += sum;
    for (const char* launch : {"first", "second"}) {
      exercise.begin("n = " + std::to_string(n) + ", " + launch + " launch");
      const Buffer<float> out(1), sums(blocks);
      const Counters counters = exercise.run([&] {
        sum_of_squares<<<blocks, 256>>>(out.data(), sums.data(), tickets.data(), in.data(), n);
      });
      exercise.expect(
          out, [&](long long) { return expected; }, {}, "out");
      exercise.expect(in, in.before(), {}, "in");
      exercise.expect(sums, of_blocks, {}, "sums");
      exercise.written_by(sums,
                          {.warps_at_least = blocks, .blocks_at_least = blocks, .name = "sums"});
      exercise.require(
          !kCountsInsteadOfTimes || counters.global_atomic_requests >= blocks,
          "not every block draws its ticket by an atomic operation: between a load and "
          "a store, volatile or not, another block may draw the same one");
      // A ticket counts as a sector; one more may set the counter back.
      exercise.limit("atomic operations", counters.global_atomic_sectors, blocks + 1,
                     "one thread of a block draws one ticket");
      // All floats once, and the sums of the blocks once, perhaps by a single thread.
      exercise.limit("sectors loaded", counters.global_load_sectors, (n + 7) / 8 + blocks + 1,
                     "the last block has only sums to read");
      if (exercise.failed()) return exercise.verdict();  // its tickets would spoil what follows
    }
  }
  exercise.begin("");
  exercise.answer("bytes", kBytes, kBlocks * sizeof(float), 0,
                  "of which memory does the report speak: how many elements has it for 79 blocks?");
  exercise.answer(
      "tickets", kTickets, 2 * kBlocks, 0,
      "how many tickets does one launch of 79 blocks draw, and does anything set them back?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
