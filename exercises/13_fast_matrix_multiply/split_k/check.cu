#include "tutorial/exercise.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/product.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][3] = {{32, 32, 2048}, {1, 1, 1},   {33, 2, 7},    {5, 40, 1009}, {1, 100, 500},
                           {64, 32, 20},   {900, 3, 5}, {2, 1100, 33}, {40, 64, 3001}};
  for (const auto& [m, n, k] : shapes) {
    exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                   std::to_string(k));
    const Buffer<float> a(random_floats(m * k, -1, 1)), b(random_floats(k * n, -1, 1)), c(m * n),
        parts(kSlices * m * n);
    const Counters counters =
        exercise.run([&] { launch_multiply(c.data(), parts.data(), a.data(), b.data(), m, n, k); });
    const std::vector<float> product = product_on_host<float>(a.before(), b.before(), n, k);
    exercise.expect(c, product, {.absolute = 4e-6 * (k + 1), .columns = n}, "c");
    const std::string damage = parts.guard_damage();
    exercise.require(damage.empty(), "parts: " + damage);
    const int tiles = (m + kSide - 1) / kSide * ((n + kSide - 1) / kSide);
    const int steps = (k + kSide - 1) / kSide, per_slice = (steps + kSlices - 1) / kSlices + 1;
    exercise.limit(
        "requests of atomics, of all blocks", counters.global_atomic_requests, tiles * kSlices,
        "a block may count itself, by one, but not add its sums so: floats that are "
        "added in any order have another sum each time. Add the parts up in a fixed one");
    // A pair of tiles is 64 requests, and a slice may end within a step.
    exercise.limit("loads from global memory", counters.global_load_requests,
                   tiles * ((steps + kSlices) * 64.0 + kSlices * 2 * kSide),
                   "each slice loads its part of A and B, once; and each part of a sum is loaded "
                   "once");
    exercise.limit("stores to global memory", counters.global_store_requests,
                   tiles * (kSlices + 2.0) * kSide,
                   "a slice stores its sums once, as neighbours do");
    exercise.limit_busiest_warp(counters, 400.0 * per_slice + 400,
                                "share the steps of k out among the blocks of kSlices slices");
  }
  const Buffer<float> a(std::vector<float>(64, 1)), b(std::vector<float>(64, 1)), c(1),
      parts(kSlices);
  exercise.begin("");
  require_at_once(exercise, nullptr, "launch_multiply",
                  [&] { launch_multiply(c.data(), parts.data(), a.data(), b.data(), 1, 1, 64); });
  return exercise.verdict();
}
