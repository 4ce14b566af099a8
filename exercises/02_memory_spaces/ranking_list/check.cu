#include <numeric>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, rank_group));
  for (const int n : {1, 2, 31, 32, 33, 65, 101, 257, 700}) {
    exercise.begin("n = " + std::to_string(n));
    const int groups = 2 + n % 3, all = groups * n;
    // Few leagues and points, so that all three decide; points that a float cannot tell apart, some of them below
    // 0, and numbers of any size.
    std::vector<char> leagues(all);
    std::vector<double> scores(all);
    std::vector<int> numbers(all);
    const std::vector<int> random = random_ints(2 * all, 0, 9);
    for (int i = 0; i < all; ++i) {
      leagues[i] = static_cast<char>('A' + random[i] % 3);
      scores[i] = (n % 2 == 0 ? -1e6 : 1e6) + random[all + i] / 1000.0;
      numbers[i] = 1 + i * 37 % 1009;  // 1009 is a prime
      if (n > 100) numbers[i] = (i % 2 == 0 ? 1 << 30 : -(1 << 30)) + i * 37 % 3001;
    }
    const Buffer<char> league(leagues);
    const Buffer<double> points(scores);
    const Buffer<int> number(numbers), ranked(all);

    const std::size_t bytes = shared_bytes(n);
    const Counters counters = exercise.run([&] {
      rank_group<<<groups, 64, bytes>>>(ranked.data(), league.data(), points.data(), number.data(),
                                        n);
    });
    std::vector<int> order(all);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      if (a / n != b / n) return a < b;
      if (leagues[a] != leagues[b]) return leagues[a] < leagues[b];
      if (scores[a] != scores[b]) return scores[a] > scores[b];
      return numbers[a] < numbers[b];
    });
    exercise.expect(
        ranked, [&](long long i) { return numbers[order[i]]; }, {.columns = n}, "ranked");
    exercise.expect(league, league.before(), {}, "league");
    exercise.expect(points, points.before(), {}, "points");
    exercise.expect(number, number.before(), {}, "number");
    // A block has two warps.
    exercise.written_by(ranked, {.warps_at_least = groups * std::min((n + 31) / 32, 2),
                                 .blocks_at_least = groups,
                                 .name = "ranked"});
    // 1 + 8 + 4 bytes each, and gaps. No alignment is more than 16, so a gap has at most 15 bytes.
    exercise.require(bytes <= 13u * n + 3 * 15, "shared_bytes is " + std::to_string(bytes) +
                                                    ", more than the elements and the gaps take");
    // One more for each array, where a copy of bytes begins and ends in the middle of a word.
    exercise.limit("load requests", counters.global_load_requests,
                   3.0 * groups * ((n + 31) / 32 + 1),
                   "each of the three arrays is to be read once; shared memory has it then");
    // Each 32 contestants, a warp, with each of n: league, points, number of both, some more than once.
    exercise.limit("shared load requests", counters.shared_load_requests,
                   16.0 * groups * n * ((n + 31) / 32),
                   "the lanes of a warp rank 32 contestants at the same time, not one");
    exercise.require(
        attributes.sharedSizeBytes < 257,
        "the kernel has " + std::to_string(attributes.sharedSizeBytes) +
            " bytes of shared memory of a fixed size: the three arrays belong into the "
            "dynamic allocation, whose size is shared_bytes(n)");
    exercise.require(bytes >= 13u * n, "shared_bytes is " + std::to_string(bytes) +
                                           ", less than the elements of the three arrays take");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
