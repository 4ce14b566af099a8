#include <numeric>

#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Multiples of 1/2 from -4 to 8: the sums of their products are exact, in any order.
std::vector<float> halves(int n) {
  const std::vector<int> numbers = random_ints(n, -8, 16);
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = 0.5f * numbers[i];
  return values;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 1009, Exercise::kLarge, 300007, 400009}) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> a(halves(n)), b(halves(n)), sums(64);
    a.watch_loads();
    const Buffer<float> out(std::vector<float>{-77.5f});  // adding to it shows
    const float expected =
        std::inner_product(a.before().begin(), a.before().end(), b.before().begin(), 0.0f);
    Counters counters;
    const Launches launches = record_launches([&] {
      counters = exercise.run([&] { launch_dot(out.data(), sums.data(), a.data(), b.data(), n); });
    });
    exercise.expect(
        out, [&](long long) { return expected; }, {}, "out");
    exercise.expect(a, a.before(), {}, "a");
    exercise.expect(b, b.before(), {}, "b");
    exercise.written_by(out, {});
    // Each addition to one address counts as a sector.
    exercise.limit(
        "additions to global memory", counters.global_atomic_sectors, 64,
        counters.global_atomic_sectors == 65
            ? "one block should add once, and none set *out to 0: the others do not wait for it"
            : "one block should add once, when it has the sum of all of its threads");
    // 8 floats of each input are a sector, read once, but for whoever reads 4 at a time, and the last
    // three singly; and whoever adds up sums reads 64 of them.
    exercise.limit("sectors loaded", counters.global_load_sectors, 2.0 * ((n + 7) / 8 + 3) + 64,
                   "each sector holds 8 floats, and 32 lanes that read neighbours use them all");
    // A tree has 36 of them in a block, neighbouring pairs 141.
    exercise.limit("loads from shared memory", counters.shared_load_requests, 64 * 160,
                   "single lanes do what the 8 warps of a block could do together");
    if (n < 64 * 256) continue;  // few products may do with fewer blocks
    exercise.require(!kHasLaunches || launches.has(256, 64),
                     "no kernel was launched with 64 blocks of 256 threads");
    exercise.loaded_by(a,
                       {.per_warp_at_most = LoadShare::twice_as_many(n, 64 * 256),
                        .name = "a",
                        .task = "all warps of 64 blocks should have their share of the products"});
    // Against the average of all 512 warps: one may do what is left to do for its block, or for all.
    exercise.limit_busiest_warp(counters, std::floor(10 * counters.issued_blocks / (64 * 8)) + 100,
                                "all warps of 64 blocks should have their share of the work");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
