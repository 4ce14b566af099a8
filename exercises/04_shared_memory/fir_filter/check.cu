#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 1009, Exercise::kLarge, 70001, 131101}) {
    exercise.begin("n = " + std::to_string(n));
    const std::vector<float> weights = random_floats(16);
    CHECK(cudaMemcpyToSymbol(taps, weights.data(), 16 * sizeof(float)));
    const Buffer<float> in(random_floats(n)), out(n);
    Counters counters;
    const Launches launches = record_launches(
        [&] { counters = exercise.run([&] { launch_filter(out.data(), in.data(), n); }); });
    exercise.expect(
        out,
        [&](long long i) {
          double sum = 0;
          for (int k = 0; k < 16 && k <= i; ++k) {
            sum += double{weights[k]} * in.before()[i - k];
          }
          return sum;
        },
        {.absolute = 1e-4}, "out");
    exercise.expect(in, in.before(), {}, "in");
    const std::string too_few = too_few_threads(launches, n, 32, "outputs");
    exercise.require(counters.global_store_requests == 0 || too_few.empty(), too_few);
    // A thread may have up to 32 outputs, and a block as many as 48 KiB of shared memory have room for.
    exercise.written_by(out, {.warps_at_least = std::max(n / 1024, 1),
                              .blocks_at_least = n / 12288 + 1,
                              .per_warp_at_most = Share::of_threads_with(32),
                              .task = "a thread may have up to 32 outputs"});
    const double warps = (n + 31) / 32;  // 32 outputs each
    // 32 neighbours are 4 sectors, 5 if they begin within one; the halo of 15 is 3 sectors per
    // block. And 4 more: a thread that moves 4 floats at a time moves the last ones singly.
    exercise.limit("sectors loaded", counters.global_load_sectors, 6 * warps + 4,
                   "an input that several threads of a block need is loaded more than once");
    exercise.limit("sectors stored", counters.global_store_sectors, 5 * warps + 4,
                   "neighbouring lanes should store neighbouring outputs");
    // A thread with r outputs reads r + 15 words for their sums, and r results to pass them on: for
    // r = 4 that is 5.75 per output. What threads without an output do counts for small n only.
    if (n < exercise.kLarge) continue;
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "lanes of a warp want different words of the same bank");
    exercise.limit("shared loads per 32 outputs", counters.shared_load_requests / warps, 6,
                   "a word that is read should serve several outputs of the same thread");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
