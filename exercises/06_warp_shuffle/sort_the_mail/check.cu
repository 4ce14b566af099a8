#include <set>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

/// Letters of each district that are sorted if a thread goes on to its next letter only after one for which `goes_on`.
template <class Condition>
std::vector<int> counts_if(const Buffer<int>& to, int districts, int threads,
                           const Condition& goes_on) {
  std::vector<int> counts(districts);
  for (int thread = 0; thread < threads; ++thread) {
    for (int i = thread; i < to.size(); i += threads) {
      const int district = to.before()[i];
      if (district >= 0) ++counts[district];
      if (!goes_on(district)) break;
    }
  }
  return counts;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int letters, districts, threads, blocks;
  } cases[] = {{1, 1, 32, 1},        {31, 1, 64, 2},      {32, 3, 32, 1},
               {64, 3, 64, 1},       {33, 40, 32, 5},     {1009, 5, 128, 8},
               {1009, 5, 128, 3},    {5003, 97, 96, 53},  {5003, 20011, 96, 11},
               {20011, 7, 1024, 20}, {20011, 7, 1024, 3}, {100003, 3, 256, 30}};
  for (const auto& [letters, districts, threads, blocks] : cases) {
    exercise.begin("letters: " + std::to_string(letters) +
                   ", districts: " + std::to_string(districts) + ", " + std::to_string(blocks) +
                   " × " + std::to_string(threads) + " threads");
    std::vector<int> districts_of_letters = random_ints(letters, 0, districts - 1);
    for (int i = 0; i < letters;
         ++i) {  // no address: single letters, and a whole warp now and then
      if (i % 11 == 5 || i / 32 % 9 == 7) districts_of_letters[i] = -1;
    }
    const Buffer<int> to(districts_of_letters);
    const std::vector<int> expected_counts =
        counts_if(to, districts, blocks * threads, [](int) { return true; });
    const int capacity = *std::max_element(expected_counts.begin(), expected_counts.end()) + 33;
    const Buffer<int> boxes(districts * capacity), counts(std::vector<int>(districts, 0));
    const Counters counters = exercise.run([&] {
      sort_mail<<<blocks, threads>>>(boxes.data(), counts.data(), to.data(), letters, capacity);
    });
    if (counts.read() != expected_counts) {
      const auto is = [&](const auto& goes_on) {
        return counts.read() == counts_if(to, districts, blocks * threads, goes_on);
      };
      exercise.require(!is([](int) { return false; }),
                       "only the first " + std::to_string(blocks * threads) +
                           " letters are in their boxes, as many as there are threads. What does a "
                           "thread do after its first letter?");
      exercise.require(!is([](int district) { return district >= 0; }),
                       "letters are missing that come after one without an address: its thread "
                       "does not go on to the next round");
    }
    exercise.expect(counts, expected_counts, {}, "counts");
    exercise.expect(to, to.before(), {}, "to");

    // In any order: what is in the boxes is compared after sorting each.
    std::vector<int> got = boxes.read(), expected(boxes.before());
    std::vector<int> next(districts);
    for (int i = 0; i < letters; ++i) {
      const int district = to.before()[i];
      if (district < 0) continue;
      expected[district * capacity + next[district]++] = i;
    }
    for (int d = 0; d < districts; ++d) {
      std::sort(got.begin() + d * capacity, got.begin() + d * capacity + expected_counts[d]);
    }
    const std::string difference =
        first_difference(got.data(), boxes.size(), expected, {.columns = capacity});
    exercise.require(difference.empty(), "boxes, sorted by number, " + difference);
    exercise.require(boxes.guard_damage().empty(), "boxes, " + boxes.guard_damage());

    if (exercise.failed()) break;  // places beyond a box would follow
    if (letters < 1000) continue;  // a warp is enough for few
    // A quarter of those that could have letters.
    const auto quarter = [&](int of_grid, int threads) {
      return std::max(std::min(of_grid, letters / threads) / 4, 1);
    };
    const auto is_taken = [&](long long i) { return i % capacity < expected_counts[i / capacity]; };
    exercise.written_by(boxes, {.warps_at_least = quarter(blocks * threads / 32, 32),
                                .blocks_at_least = quarter(blocks, threads),
                                .where = is_taken,
                                .name = "boxes"});
    // One operation for each district that a warp has letters for. Letters may be shared out among
    // warps in other ways, so a quarter more.
    double groups = 0;
    for (int first = 0; first < letters; first += 32) {
      std::set<int> of_warp(to.before().begin() + first,
                            to.before().begin() + std::min(first + 32, letters));
      of_warp.erase(-1);
      groups += of_warp.size();
    }
    exercise.limit("sectors of atomics", counters.global_atomic_sectors, 1.25 * groups + 3,
                   "lanes with the same district can take their places with one operation");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
