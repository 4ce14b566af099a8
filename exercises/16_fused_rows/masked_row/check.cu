#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// In double precision.
std::vector<float> softmax_of(const std::vector<float>& in, const std::vector<int>& counts, int n) {
  std::vector<float> result(in.size());
  for (std::size_t row = 0; row < counts.size(); ++row) {
    const auto begin = in.begin() + row * n, end = begin + counts[row];
    if (begin == end) continue;
    const double max = *std::max_element(begin, end);
    double sum = 0;
    for (auto x = begin; x != end; ++x) sum += std::exp(*x - max);
    std::transform(begin, end, result.begin() + row * n,
                   [&](float x) { return static_cast<float>(std::exp(x - max) / sum); });
  }
  return result;
}

// Relative, in roundings of 2^-24: differences of at most kRange cost up to that and an exponential 8, __expf included,
// three times in a result and once more, together, in the factors of a sum. Each of its steps has 6, or 8 with __expf.
constexpr float kLow = -5, kHigh = 10, kRange = kHigh - kLow;
double relative_bound(int n) {
  return std::ldexp(4 * (kRange + 8 + 2 * 1.16 * kRange) + 12 * (n / kWarp + 6) + 5, -24);
}

void check_rows(Exercise& exercise, const std::vector<int>& which, int n, float add = 0) {
  const int rows = static_cast<int>(which.size());
  std::vector<float> numbers = random_floats(static_cast<std::size_t>(rows) * n, kLow, kHigh);
  for (float& x : numbers) x += add;
  const Buffer<float> in(numbers), out(numbers.size());
  const Buffer<int> counts(which);
  const Counters counters =
      exercise.run([&] { launch_masked_softmax(out.data(), in.data(), counts.data(), rows, n); });
  exercise.expect(out, softmax_of(numbers, which, n), {.relative = relative_bound(n), .columns = n},
                  "out");
  exercise.expect(in, numbers, {}, "in");
  exercise.expect(counts, which, {}, "counts");
  const double passes = (n + kWarp - 1) / kWarp;
  // 32 neighbours are in 4 sectors, or in 5 if they begin within one; and each time, a warp may load the row's count.
  exercise.limit("sectors loaded per row", counters.global_load_sectors / rows, 2 * 6 * passes + 1,
                 "a row is read twice, 32 neighbours at a time");
  exercise.loaded_by(in, {.per_warp_at_most = 2LL * n, .task = "a row is read no more than twice"});
  exercise.limit("store requests per row", counters.global_store_requests / rows, passes,
                 "each result is written once, 32 neighbours at a time");
  exercise.written_by(out, {.warps_at_least = rows, .name = "out"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen || kBadLanes != kNotAnswered)) return exercise.verdict();
  exercise.answer("kBadLanes", kBadLanes, kWarp - 5, 0,
                  "which lanes have seen an element that counts? What does combine make of two "
                  "maxima that are both -INFINITY?");
  exercise.require(kCaseIsOpen, "open the case: set kCaseIsOpen to true");
  if (exercise.failed()) return exercise.verdict();
  for (const int n : {64, 1, 31, 32, 33, 257, 1009}) {
    const std::string of = " of " + std::to_string(n);
    exercise.begin("all" + of + " elements count");
    check_rows(exercise, std::vector<int>(9, n), n);
    exercise.begin("1 to 5" + of + " elements count");
    std::vector<int> counts;
    for (int count = 1; count <= 5; ++count) counts.push_back(std::min(count, n));
    check_rows(exercise, counts, n);
    exercise.begin("none to all" + of + " elements count");
    check_rows(exercise, {n, 0, (n + 1) / 2, 0, 0, n, std::min(n, 33), 1}, n);
  }
  exercise.begin("numbers around -1e6, of which 0 to 100 count");
  check_rows(exercise, {100, 0, 3, 64, 0, 1}, 100, -1e6f);
  exercise.begin("numbers around -2e38, of which 0 to 100 count");
  check_rows(exercise, {100, 0, 3, 64, 0, 1}, 100, -2e38f);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
