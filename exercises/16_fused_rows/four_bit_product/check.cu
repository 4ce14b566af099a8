#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kWords = kGroup / 8;  // of a group

struct Expected {
  std::vector<float> y;
  double magnitude = 0;  // the largest sum of |weight x| of a row, with |q| + 8 in place of |q - 8|
};
// In double precision.
Expected product_on_host(const std::vector<unsigned>& weights, const std::vector<__half>& scales,
                         const std::vector<float>& x) {
  const std::size_t groups = x.size() / kGroup;
  Expected result;
  for (std::size_t first = 0; first < scales.size(); first += groups) {
    double sum = 0, magnitude = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      const double scale = __half2float(scales[first + g]);
      for (int c = 0; c < kGroup; ++c) {
        const unsigned q = weights[(first + g) * kWords + c / 8] >> c % 8 * 4 & 15;
        sum += scale * (int(q) - 8) * x[g * kGroup + c];
        magnitude += scale * (q + 8) * std::abs(x[g * kGroup + c]);
      }
    }
    result.y.push_back(static_cast<float>(sum));
    result.magnitude = std::max(result.magnitude, magnitude);
  }
  return result;
}

void check_product(Exercise& exercise, int rows, int groups, unsigned same = 0) {
  const int all = rows * groups;
  std::vector<unsigned> words(all * kWords, same);
  for (unsigned& word : words) {
    if (same == 0) word = static_cast<unsigned>(tutorial::next_random());
  }
  std::vector<__half> numbers;
  for (const float s : random_floats(all, 0.001f, 0.1f)) numbers.push_back(__float2half(s));
  const Buffer<unsigned> weights(words);
  const Buffer<__half> scales(numbers);
  const Buffer<float> x(random_floats(groups * kGroup)), y(rows);
  weights.watch_loads();
  const Counters counters = exercise.run(
      [&] { launch_multiply(y.data(), weights.data(), scales.data(), x.data(), rows, groups); });
  const Expected expected = product_on_host(words, numbers, x.before());
  // A term has three roundings, and is in a sum of a group, one of a lane and one of the warp.
  const int additions = kGroup + (groups + kWarp - 1) / kWarp + 5;
  exercise.expect(y, expected.y,
                  {.absolute = std::ldexp(expected.magnitude * (additions + 3), -24)}, "y");
  exercise.expect(weights, words, {}, "weights");
  exercise.expect(x, x.before(), {}, "x");
  const int blocks = (rows + kBlock / kWarp - 1) / (kBlock / kWarp);
  const int rounds = (groups + kWarp - 1) / kWarp;
  // Per round of a warp, its weights and its scales; and a block stages x, 32 numbers at a time.
  exercise.limit("load requests", counters.global_load_requests,
                 2.0 * rounds * rows + 1.0 * groups * blocks,
                 "a lane loads 16 bytes of weights at a time, and each byte once");
  // The weights of a group are half a sector, and 16 scales are one; each request may begin within one.
  exercise.limit("sectors loaded", counters.global_load_sectors,
                 rows * (groups * 0.5 + groups / 16.0 + 4 * rounds) + 4.0 * groups * blocks,
                 "neighbouring lanes load neighbouring groups, and each byte once");
  exercise.limit("requests to shared memory", counters.shared_requests(),
                 1.0 * kGroup * rounds * rows + 1.0 * groups * blocks,
                 "weights are unpacked in registers; a lane reads each number of x once for a row");
  exercise.limit("requests to local memory",
                 counters.local_load_requests + counters.local_store_requests, 0,
                 "an array in registers needs indices that are known when the loop is unrolled");
  exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                 "neighbouring lanes read neighbours of the staged vector");
  exercise.loaded_by(weights, {.per_warp_at_most = 1LL * kWords * groups,
                               .name = "weights",
                               .task = "a warp has a row, and loads each byte of it once"});
  exercise.written_by(y, {.warps_at_least = rows, .blocks_at_least = blocks, .name = "y"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, groups] : {std::pair{37, 33},
                                     {1, 1},
                                     {8, 32},
                                     {9, 31},
                                     {3, 65},
                                     {50, 7},
                                     {16, 129},
                                     {5, kMostGroups}}) {
    exercise.twice(std::to_string(rows) + " rows of " + std::to_string(groups) + " groups",
                   [&, rows = rows, groups = groups] { check_product(exercise, rows, groups); });
  }
  exercise.begin("the largest weights: all bits are 1");
  check_product(exercise, 3, 33, ~0u);
  exercise.begin("weights of -8 and 1: bits 1001 and 0000 in turn");
  check_product(exercise, 3, 33, 0x09090909);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
