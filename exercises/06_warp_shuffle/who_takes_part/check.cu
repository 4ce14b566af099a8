#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/watched_active_mask.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_sums(Exercise& exercise, int columns) {
  exercise.begin("columns = " + std::to_string(columns));
  constexpr int kRows = 5;
  std::vector<float> elements = random_floats(kRows * columns, 0, 2);
  // Negative: none, the last element, the first one, two of a row, one somewhere.
  for (const int place : {2 * columns - 1, 2 * columns, 3 * columns + columns / 2, 4 * columns - 1,
                          4 * columns + columns * 2 / 3}) {
    elements[place] = -1;
  }
  const Buffer<float> in(elements), sums(kRows);
  const Counters counters =
      exercise.run([&] { sum_before<<<kRows, 32>>>(sums.data(), in.data(), columns); });
  const auto sum_of_row = [&](long long row) {
    double sum = 0;
    for (int x = 0; x < columns && elements[row * columns + x] >= 0; ++x) {
      sum += elements[row * columns + x];
    }
    return sum;
  };
  exercise.expect(sums, sum_of_row, {.relative = 1e-4}, "sums");
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  require_no_activemask(exercise);
  exercise.written_by(sums, {.warps_at_least = kRows, .per_warp_at_most = 1, .name = "sums"});
  exercise.limit("load requests", counters.global_load_requests,
                 2.0 * kRows * ((columns + 31) / 32), "a warp loads 32 elements at once");
}

void check_counts(Exercise& exercise, const std::string& name, const std::vector<int>& numbers) {
  exercise.begin(name);
  const int n = static_cast<int>(numbers.size()), warps = (n + 31) / 32;
  const Buffer<int> in(numbers), counts(warps);
  const Counters counters =
      exercise.run([&] { above_average<<<warps, 32>>>(counts.data(), in.data(), n); });
  std::vector<int> steps(n), sums(warps), expected(warps), expected_of_32(warps);
  for (int i = 0; i < n; ++i) {
    for (int x = numbers[i]; x % 2 == 0; x /= 2) ++steps[i];
    sums[i / 32] += steps[i];
  }
  for (int i = 0; i < n; ++i) {
    expected[i / 32] += steps[i] * std::min(32, n - i / 32 * 32) > sums[i / 32];
    expected_of_32[i / 32] += steps[i] * 32 > sums[i / 32];
  }
  const int most = *std::max_element(steps.begin(), steps.end());
  const std::vector<int> got = counts.read();
  if (got != expected) {
    exercise.require(got != sums,
                     "counts has how many steps the numbers need together. How many of the "
                     "numbers need more than the average?");
    exercise.require(got != expected_of_32,
                     "the last warp's average is over 32 lanes, and not all of them have a number");
  }
  exercise.expect(counts, expected, {}, "counts");
  exercise.expect(in, in.before(), {}, "in");
  require_no_activemask(exercise);
  exercise.written_by(counts, {.warps_at_least = warps, .per_warp_at_most = 1, .name = "counts"});
  exercise.limit("store requests", counters.global_store_requests, warps,
                 "one lane stores what all have found; more of them overwrite each other's counts");
  exercise.limit("atomic operations",
                 counters.global_atomic_requests + counters.shared_atomic_requests, 0,
                 "the case is about the mask: if it is right, a sum and a vote need no atomics");
  exercise.limit_busiest_warp(
      counters, 6 * most + 60,
      "the lanes of a warp take their steps at the same time, not one after the other");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(8, 0);  // __reduce_add_sync
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int columns : {1000, 1, 2, 31, 32, 33, 64, 1009, 5003}) check_sums(exercise, columns);
  std::vector<int> first_numbers(32);
  for (int i = 0; i < 32; ++i) first_numbers[i] = i % 8 + 1;  // 0, 1, 2, 3 steps: 16, 8, 4, 4 lanes
  check_counts(exercise, "numbers 1, 2, … 8, four times", first_numbers);
  for (const int n : {1, 31, 33, 1009, 5003}) {
    std::vector<int> numbers = random_ints(n, 1, 999);
    const std::vector<int> halvings = random_ints(n, 0, 20);
    for (int i = 0; i < n; ++i) numbers[i] <<= halvings[i];
    check_counts(exercise, "n = " + std::to_string(n), numbers);
  }
  exercise.begin("");
  exercise.answer("kLanesAtTheVote", kLanesAtTheVote, 1000 % 32, 0,
                  "the report names two groups of threads. Which of them waits at the vote, and "
                  "which has left the loop?");
  exercise.answer("kLanesInTheMask", kLanesInTheMask, 4, 0,
                  "lanes that need equally many steps are in one mask, and each mask stores what "
                  "it finds in the same place. Which one stores last?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
