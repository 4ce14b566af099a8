#include "tutorial/exercise.cuh"
#include "tutorial/watched_active_mask.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int cases[][2] = {{1, 32}, {31, 32},   {32, 32},     {33, 64},
                          {2, 32}, {1009, 96}, {20011, 256}, {50021, 1024}};
  for (const auto& [n, threads] : cases) {
    exercise.begin("n = " + std::to_string(n) + ", blocks of " + std::to_string(threads));
    const Buffer<float> prices(random_floats(n, 10, 99)), changes(n);
    const Counters counters = exercise.run(
        [&] { day_to_day<<<(n - 1) / threads + 1, threads>>>(changes.data(), prices.data(), n); });
    exercise.expect(changes, [&](long long i) {
      return i == 0 ? 0.0f : prices.before()[i] - prices.before()[i - 1];
    });
    exercise.expect(prices, prices.before(), {}, "prices");
    if (n < 1000) continue;  // a warp is enough for few
    // A thread may have up to four days.
    exercise.written_by(changes, {.warps_at_least = std::max(n / 128, 1),
                                  .blocks_at_least = std::max(n / (4 * threads), 1),
                                  .per_warp_at_most = Share::of_threads_with(4),
                                  .name = "changes",
                                  .task = "a thread may have up to four days"});
    // Each price once, and one more for each warp's first lane. An answer that loads four prices
    // at a time may load the last three one by one.
    const int warps = (n - 1) / 32 + 1;
    const bool lanes_are_apart = counters.sectors_per_load() > 6;  // or they load float4
    exercise.limit(
        "sectors loaded", counters.global_load_sectors, (n + 7) / 8 + warps + 3,
        lanes_are_apart
            ? "the lanes of a warp load prices that are apart, so they ask for a sector again and "
              "again: neighbouring lanes should load neighbouring prices, or a lane four as a "
              "float4"
            : "load each price once: all lanes but the lowest get the other one by a shuffle");
    exercise.limit("requests to shared memory", counters.shared_requests(), 0,
                   "the lane below has the price in a register");
  }
  exercise.begin("");
  require_no_activemask(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
