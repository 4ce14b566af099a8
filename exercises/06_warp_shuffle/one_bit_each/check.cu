#include "tutorial/exercise.cuh"
#include "tutorial/watched_active_mask.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  // Numbers are between -1 and 2: with the smallest and the largest limit all bits are alike. Most
  // other limits are numbers themselves.
  const struct {
    int n;
    float limit;
  } cases[] = {{1, -1.5f}, {31, -1.5f},  {32, 2.5f},    {33, 0.25f},      {2, 0},
               {64, 1},    {1009, 0.5f}, {20011, 1.5f}, {300007, -0.125f}};
  for (const auto& [n, limit] : cases) {
    exercise.begin("n = " + std::to_string(n) + ", limit " + tutorial::short_number(limit));
    std::vector<float> numbers;
    for (const int quarters : random_ints(n, -4, 8)) numbers.push_back(0.25f * quarters);
    for (int i = 6; i < n; i += 41) numbers[i] = std::nanf("");
    const Buffer<float> in(numbers);
    const Buffer<unsigned> bits((n + 31) / 32);
    std::vector<unsigned> expected(bits.size());
    for (int i = 0; i < n; ++i) {
      if (in.before()[i] > limit) expected[i / 32] |= 1u << i % 32;
    }
    const Counters counters = exercise.run([&] { launch_vote(bits.data(), in.data(), limit, n); });
    const std::vector<unsigned> got = bits.read();
    for (int i = 6; i < n; i += 41) {
      exercise.require(got[i / 32] != (expected[i / 32] | 1u << i % 32),
                       "bit " + std::to_string(i % 32) + " of bits[" + std::to_string(i / 32) +
                           "] is 1, but in[" + std::to_string(i) +
                           "] is NaN, which is above no limit: what is !(NaN <= limit)?");
    }
    exercise.expect(bits, expected, {}, "bits");
    exercise.expect(in, in.before(), {}, "in");
    if (n < 1000) continue;  // a warp is enough for few
    // A warp may have 32 words, or more in a grid of one size for all n.
    const long long words = bits.size();
    exercise.written_by(bits, {.warps_at_least = std::clamp(words / 32, 1ll, 32ll),
                               .blocks_at_least = std::clamp(words / 1024, 1ll, 8ll),
                               .per_warp_at_most = words / 8 + 32,
                               .name = "bits"});
    exercise.limit("atomic operations",
                   counters.global_atomic_requests + counters.shared_atomic_requests, 0,
                   "a vote collects the bits of 32 lanes without any");
    // Three more: an answer that loads four numbers at a time may load the last ones one by one.
    exercise.limit("sectors loaded", counters.global_load_sectors, (n + 7) / 8 + 3,
                   "each number is read once, and neighbouring lanes read neighbours");
    exercise.limit("requests to shared memory", counters.shared_requests(), 4.0 * words,
                   "a vote collects the bits of 32 lanes in a register");
  }
  exercise.begin("");
  require_no_activemask(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
