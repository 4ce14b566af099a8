#include "tutorial/exercise.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/product.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kFloats = 16384;  // the task's kRoom, whatever the answer has

// The first of these elements that is as before, if others are not; -1 if there is none.
long long first_left_out(const Buffer<float>& parts, long long count) {
  if (!was_written(parts.data())) return -1;
  const std::vector<float> now = parts.read();
  for (long long i = 0; i < count; ++i) {
    if (std::memcmp(&now[i], &parts.before()[i], sizeof now[i]) == 0) return i;
  }
  return -1;
}

void check_shape(Exercise& exercise, int m, int n, int k) {
  exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                 std::to_string(k));
  // Larger than the task says, to tell who uses more.
  const Buffer<float> a(random_floats(m * k, -1, 1)), b(random_floats(k * n, -1, 1)), c(m * n),
      parts(std::max(kFloats, kSlices * m * n));
  a.watch_loads();
  const Counters counters =
      exercise.run([&] { launch_multiply(c.data(), parts.data(), a.data(), b.data(), m, n, k); });
  const std::vector<float> product = product_on_host<float>(a.before(), b.before(), n, k);
  const int slices = std::min(kSlices, kFloats / (m * n));
  const Comparison comparison = {.absolute = 4e-6 * (k + 1), .columns = n};
  const long long left_out = first_left_out(parts, slices * m * n);
  exercise.require(
      left_out < 0 || first_difference(c.read().data(), c.size(), product, comparison).empty(),
      "c is wrong, and no slice has stored parts[" + std::to_string(left_out) +
          "]: if k has fewer steps than there are slices, what is the sum of one without any?");
  exercise.expect(c, product, comparison, "c");
  const std::string damage = parts.guard_damage();
  exercise.require(damage.empty(), "parts: " + damage);
  const std::string beyond = first_difference(
      parts.read().data() + kFloats, parts.size() - kFloats,
      [](long long) { return tutorial::Unwritten(); }, {}, kFloats);
  exercise.require(beyond.empty(), "parts has room for kRoom = " + std::to_string(kFloats) +
                                       " floats, and more of them are written (" + beyond +
                                       "). A slice needs m · n = " + std::to_string(m * n) +
                                       ": how many fit?");
  const int tiles = (m + kSide - 1) / kSide * ((n + kSide - 1) / kSide);
  const int steps = (k + kSide - 1) / kSide, per_slice = (steps + slices - 1) / slices + 1;
  exercise.limit("requests of atomics, of all blocks", counters.global_atomic_requests,
                 tiles * slices,
                 "a block may count itself, by one, but not add its sums so: floats that are "
                 "added in any order have another sum each time. Add the parts up in a fixed one");
  // A pair of tiles is 64 requests, and a slice may end within a step.
  exercise.limit("loads from global memory", counters.global_load_requests,
                 tiles * ((steps + slices) * 64.0 + slices * 2 * kSide),
                 "each slice loads its part of A and B, once; and each part of a sum is loaded "
                 "once");
  exercise.limit("stores to global memory", counters.global_store_requests,
                 tiles * (slices + 2.0) * kSide, "a slice stores its sums once, as neighbours do");
  const std::string advice =
      "share the steps of k out among as many slices as `parts` has room for, up to kSlices: "
      "here " +
      std::to_string(slices);
  // Of a tile of A each of the 8 warps has every eighth row.
  const int rows = (std::min(m, kSide) + 7) / 8;
  exercise.loaded_by(a, {.per_warp_at_most = rows * kSide * ((steps + slices - 1) / slices),
                         .name = "a",
                         .task = advice});
  exercise.limit_busiest_warp(counters, 400.0 * per_slice + 400, advice);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  check_shape(exercise, 32, 32, 2048);
  const Buffer<float> a(std::vector<float>(64, 1)), b(std::vector<float>(64, 1)), c(1),
      parts(kFloats);
  exercise.begin("");
  require_at_once(exercise, nullptr, "launch_multiply",
                  [&] { launch_multiply(c.data(), parts.data(), a.data(), b.data(), 1, 1, 64); });
  const int shapes[][3] = {{1, 1, 1},   {33, 2, 7},    {5, 40, 1009},  {1, 100, 500},  {64, 32, 20},
                           {900, 3, 5}, {2, 1100, 33}, {40, 64, 3001}, {130, 120, 700}};
  for (const auto& [m, n, k] : shapes) check_shape(exercise, m, n, k);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
