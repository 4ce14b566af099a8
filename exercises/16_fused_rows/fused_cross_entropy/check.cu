#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// In double precision: the losses, and the gradient in place of the logits.
struct Expected {
  std::vector<float> losses, gradient;
};
Expected cross_entropy_of(const std::vector<float>& logits, const std::vector<int>& targets, int n,
                          float scale) {
  Expected result = {std::vector<float>(targets.size()), std::vector<float>(logits.size())};
  for (std::size_t r = 0; r < targets.size(); ++r) {
    if (targets[r] == kIgnored) continue;
    const float* const x = &logits[r * n];
    const double max = *std::max_element(x, x + n);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += std::exp(x[i] - max);
    result.losses[r] = static_cast<float>(std::log(sum) - (x[targets[r]] - max));
    for (int i = 0; i < n; ++i) {
      const double p = std::exp(x[i] - max) / sum;
      result.gradient[r * n + i] = static_cast<float>((p - (i == targets[r])) * scale);
    }
  }
  return result;
}

constexpr double kRounding = 1.0 / (1 << 24);

// How far a probability may be off, relative to it. An exponential of e^-104 is no float any more, so a difference in
// an exponent is at most 104 and costs as many roundings; __expf costs up to 2 * (2 + 1.16 * 104). A result has three
// of them, and the factors that scale a sum, if it is made online, as much together. Each step of a sum has 12 at most;
// then come five other operations.
double relative_bound(int n) {
  const double steps = n / kBlock + 1 + 5 + kBlock / 32;
  return (4 * (104 + 2 * (2 + 1.16 * 104)) + 12 * steps + 5) * kRounding;
}

// @param largest  probability of a target that there may be: below 1/2, p * bound is no more than (1 - p) * bound
void check_rows(Exercise& exercise, const std::vector<float>& rows, const std::vector<int>& which,
                int n, double largest = 0.5) {
  const Buffer<float> logits(rows), losses(static_cast<long long>(which.size()));
  const Buffer<int> targets(which);
  const int count = static_cast<int>(which.size());
  const float scale = 0.125f;
  const Counters counters = exercise.run(
      [&] { launch_cross_entropy(losses.data(), logits.data(), targets.data(), count, n, scale); });
  const Expected expected = cross_entropy_of(rows, which, n, scale);
  const double bound = relative_bound(n);
  // The sum's error is its logarithm's, and three operations round; __logf adds 2^-21.4 near 1, and 3 units else.
  exercise.expect(losses, expected.losses, {.relative = 10 * kRounding, .absolute = bound + 1e-6},
                  "losses");
  exercise.expect(logits, expected.gradient,
                  {.relative = bound,
                   .absolute = scale * (2 * kRounding + (largest > 0.5 ? bound : 0)),
                   .columns = n},
                  "gradient");
  exercise.expect(targets, which, {}, "targets");
  // A pass over a row, its target once for each warp, and once more.
  const double passes = (n + 31) / 32;
  exercise.limit("load requests per row", counters.global_load_requests / count,
                 passes + 2 * kBlock / 32, "each logit is read once, 32 neighbours at a time");
  // 32 neighbours are in 4 sectors, or in 5 if they begin within one.
  exercise.limit("sectors loaded per row", counters.global_load_sectors / count,
                 5 * passes + 2 * kBlock / 32, "the lanes of a warp read neighbours");
  exercise.limit("store requests per row", counters.global_store_requests / count, passes + 1,
                 "each element of the gradient is written once, and the loss by one thread");
  exercise.limit("atomics in global memory", counters.global_atomic_requests, 0,
                 "a row belongs to one block");
  exercise.written_by(logits, {.warps_at_least = count * std::min<int>(passes, kBlock / 32),
                               .blocks_at_least = count,
                               .name = "logits"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int n = 1000;
  std::vector<float> rows;
  for (const int length : {31, 1, 32, 33, 257, 1009, kMost}) {
    exercise.twice("rows of " + std::to_string(length), [&] {
      check_rows(exercise, random_floats(4LL * length), random_ints(4, 0, length - 1), length);
    });
  }
  exercise.begin("the first, the last, and an ignored target");
  check_rows(exercise, random_floats(4LL * n), {0, kIgnored, n - 1, 256}, n);
  exercise.begin("logits from -90 to 90");
  check_rows(exercise, random_floats(3LL * n, -90, 90), {1, 500, 998}, n);
  exercise.begin("logits around 1e8");
  rows = random_floats(3LL * n);
  for (float& x : rows) x = 1e8f + 8 * std::floor(x * 4);
  check_rows(exercise, rows, {1, 500, 998}, n);
  exercise.begin("a target far below the others");
  rows = random_floats(2LL * n);
  rows[7] = rows[n + 900] = -300;
  check_rows(exercise, rows, {7, 900}, n);
  exercise.begin("a target that has nearly everything");
  rows[7] = rows[n + 900] = 30;
  check_rows(exercise, rows, {7, 900}, n, 1);
  exercise.begin("rows with logits of -INFINITY");
  rows = random_floats(3LL * n);
  for (int i = 0; i < 3 * n; ++i) {
    if (i % 3 == 1 || i % n < 600) rows[i] = -INFINITY;
  }
  rows[700] = 1, rows[n + 800] = 1, rows[2 * n + 5] = -INFINITY;  // the last target has none
  check_rows(exercise, rows, {700, 800, 5}, n);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
