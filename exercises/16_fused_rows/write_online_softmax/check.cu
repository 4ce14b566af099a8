#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// In double precision. A row without a number has zeros.
std::vector<float> softmax_of(const std::vector<float>& in, int n) {
  std::vector<float> result(in.size());
  for (std::size_t row = 0; row < in.size(); row += n) {
    const auto begin = in.begin() + row, end = begin + n;
    const double max = *std::max_element(begin, end);
    if (max == -INFINITY) continue;
    double sum = 0;
    for (auto x = begin; x != end; ++x) sum += std::exp(*x - max);
    for (int i = 0; i < n; ++i) {
      result[row + i] = static_cast<float>(std::exp(in[row + i] - max) / sum);
    }
  }
  return result;
}

// How far a result may be off, relative to it, in roundings of 2^-24. An exponential of e^-104 is no float any more, so
// a difference in an exponent is at most 104 and costs as much when it is rounded; __expf costs up to 2 * (2 + 1.16 *
// 104). A result has three of them, and the factors that scale a sum have as much together. Each of the steps of a sum
// has an exponential, a product and an addition, 12 at most with __expf near 0; then come five other operations.
double relative_bound(int n) {
  const double steps = n / kBlock + 1 + 5 + kBlock / 32;
  return std::ldexp(4 * (104 + 2 * (2 + 1.16 * 104)) + 12 * steps + 5, -24);
}

void check_rows(Exercise& exercise, const std::vector<float>& rows, int n) {
  const Buffer<float> in(rows), out(in.size());
  const int count = static_cast<int>(rows.size()) / n;
  const Counters counters =
      exercise.run([&] { softmax<<<count, kBlock>>>(out.data(), in.data(), n); });
  // Floats below 1.2e-38 have fewer digits, or are 0.
  exercise.expect(out, softmax_of(rows, n),
                  {.relative = relative_bound(n), .absolute = 1e-37, .columns = n}, "out");
  exercise.expect(in, rows, {}, "in");
  const double requests = (n + 31) / 32;  // that one pass over a row makes
  exercise.limit("load requests per row", counters.global_load_requests / count, 2 * requests,
                 "a row is read twice, 32 neighbours at a time: once for the maximum and the sum, "
                 "once for the results");
  // 32 neighbours are in 4 sectors, or in 5 if they begin within one.
  exercise.limit("sectors loaded per row", counters.global_load_sectors / count, 2 * 5 * requests,
                 "the lanes of a warp read neighbours");
  exercise.limit("store requests per row", counters.global_store_requests / count, requests,
                 "each result is written once, 32 neighbours at a time");
  exercise.limit("atomics in global memory", counters.global_atomic_requests, 0,
                 "a row belongs to one block, which has shuffles and shared memory");
  exercise.written_by(out, {.warps_at_least = count * std::min<int>(requests, kBlock / 32),
                            .blocks_at_least = count,
                            .name = "out"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 31, 32, 33, 255, 257, 1009, 20011}) {
    exercise.twice("rows of " + std::to_string(n),
                   [&] { check_rows(exercise, random_floats(3LL * n, -5, 10), n); });
  }
  const int n = 1000;
  exercise.begin("rows in which the maximum comes last");
  std::vector<float> rows = random_floats(2 * n, -50, 30);
  std::sort(rows.begin(), rows.begin() + n);
  std::sort(rows.begin() + n, rows.end());
  check_rows(exercise, rows, n);
  exercise.begin("rows of numbers below -1e31");
  check_rows(exercise, random_floats(2 * n, -9e31f, -2e31f), n);
  exercise.begin("rows of huge numbers");
  rows = random_floats(2 * n, -1, 1);
  for (float& x : rows) x *= 3e38f;
  check_rows(exercise, rows, n);
  exercise.begin("rows in which some elements are -INFINITY");
  rows = random_floats(3 * n, -5, 10);
  for (int i = 0; i < 2 * n; ++i) {
    if (i % n < 700 || i % 3 == 0) rows[i] = -INFINITY;
  }
  check_rows(exercise, rows, n);
  exercise.begin("a row in which all elements are -INFINITY, between two others");
  std::fill_n(rows.begin() + n, n, -INFINITY);
  check_rows(exercise, rows, n);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
