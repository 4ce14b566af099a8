#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tutorial/attention.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// What comes out while one of the two faults is left: values that are scaled after the new tile has been added, or a sum
// of weights that isn't scaled.
std::vector<double> with_fault(const std::vector<float>& q, const std::vector<float>& k,
                               const std::vector<float>& v, bool in_the_values) {
  const int n = static_cast<int>(q.size()) / kDim;
  std::vector<double> out(q.size());
  for (int i = 0; i < n; ++i) {
    double max = -INFINITY, sum = 0, result[kDim] = {};
    for (int first = 0; first < n; first += kWarp) {
      const int keys = std::min(n - first, kWarp);
      double scores[kWarp] = {}, larger = max;
      for (int j = 0; j < keys; ++j) {
        for (int c = 0; c < kDim; ++c) scores[j] += q[i * kDim + c] * k[(first + j) * kDim + c];
        larger = std::max(larger, scores[j]);
      }
      const double factor = first == 0 ? 1 : std::exp(max - larger);
      max = larger;
      if (in_the_values) sum *= factor;
      for (int j = 0; j < keys; ++j) sum += std::exp(scores[j] - max);
      for (int c = 0; c < kDim; ++c) {
        double tile = 0;
        for (int j = 0; j < keys; ++j) {
          tile += std::exp(scores[j] - max) * v[(first + j) * kDim + c];
        }
        result[c] = in_the_values ? (result[c] + tile) * factor : result[c] * factor + tile;
      }
    }
    for (int c = 0; c < kDim; ++c) out[i * kDim + c] = result[c] / sum;
  }
  return out;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {200, 1, 31, 32, 33, 64, 127}) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> q(random_floats(n * kDim, -1.5, 2)), k(random_floats(n * kDim, -1.5, 2)),
        v(random_floats(n * kDim)), out(n * kDim);
    const Attention expected = attention_on_host(q.before(), k.before(), v.before(), kDim);
    const int tiles = (n + kWarp - 1) / kWarp;
    const Counters counters = exercise.run([&] {
      attend<<<(n * kWarp + kBlock - 1) / kBlock, kBlock>>>(out.data(), q.data(), k.data(),
                                                            v.data(), n);
    });
    const std::vector<double> values = with_fault(q.before(), k.before(), v.before(), true),
                              sums = with_fault(q.before(), k.before(), v.before(), false);
    const Comparison how = {.absolute = expected.largest_error(tiles), .columns = kDim};
    exercise.expect(
        out, [&](long long i) { return static_cast<float>(expected.out[i]); }, how,
        with_mistake(
            "out", out, how,
            {{[&](long long i) { return values[i]; }, "`sum` is right by now, and `result` isn't"},
             {[&](long long i) { return sums[i]; }, "`result` is right by now, and `sum` isn't"}}));
    exercise.expect(q, q.before(), {}, "q");
    exercise.expect(k, k.before(), {}, "k");
    exercise.expect(v, v.before(), {}, "v");
    // Per tile, at most: a sector for each of 32 keys and each column, and for the query's; 5 for each value's row.
    exercise.limit("sectors loaded", counters.global_load_sectors,
                   1.0 * n * tiles * (kDim * (kWarp + 1) + 5 * kWarp),
                   "each key and each value is loaded once for a query");
    exercise.written_by(out, {.warps_at_least = n, .name = "out"});
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
