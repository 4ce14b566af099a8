#include "tutorial/exercise.cuh"
#include "tutorial/product.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][3] = {{64, 64, 16}, {1, 1, 1},    {1, 65, 2},    {65, 1, 17},
                           {31, 33, 15}, {70, 129, 5}, {127, 63, 33}, {128, 192, 64}};
  for (const auto& [m, n, k] : shapes) {
    exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                   std::to_string(k));
    const Buffer<float> a(random_floats(m * k)), b(random_floats(k * n)), c(m * n);
    const Counters counters =
        exercise.run([&] { launch_multiply(c.data(), a.data(), b.data(), m, n, k); });
    const std::vector<float> product = product_on_host<float>(a.before(), b.before(), n, k);
    exercise.expect(c, product, {.absolute = 4e-6 * (k + 1), .columns = n}, "c");
    const int rows = (m + kTile - 1) / kTile, columns = (n + kTile - 1) / kTile,
              blocks = rows * columns, steps = (k + kStep - 1) / kStep;
    exercise.written_by(c, {.warps_at_least = m * n / 512, .blocks_at_least = blocks, .name = "c"});
    // Of eight warps, for each of 16 steps of k: four words of A and four of B for 16 multiply-adds.
    exercise.limit("loads from shared memory", counters.shared_load_requests,
                   1.0 * blocks * steps * 8 * kStep * 8,
                   "4 words of A and 4 of B are enough for 16 multiply-adds of a thread");
    // A warp is two rows of 16 threads.
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "the words that a warp loads at a time should be neighbours, or the same");
    if (m % kTile == 0 && n % kTile == 0) {
      exercise.limit("sectors stored", counters.global_store_sectors, m * n / 8.0,
                     "neighbouring threads should store neighbouring elements of a row");
    }
    exercise.limit_of_model("accesses to local memory",
                            counters.local_load_requests + counters.local_store_requests, 0,
                            "indices of the thread's arrays must be known when the kernel is "
                            "compiled: unroll the loops");
    exercise.limit_busiest_warp(counters, 1000.0 * steps + 200);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
