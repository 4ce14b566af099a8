#include "tutorial/exercise.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void expect_adjusted(Exercise& exercise, const Buffer<float>& out, const Buffer<float>& in,
                     const Buffer<float>& gain, const Buffer<float>& offset) {
  exercise.expect(out,
                  [&](long long i) {
                    return double{gain.before()[i % 24]} * in.before()[i] + offset.before()[i % 24];
                  },
                  {.absolute = 1e-5, .columns = 24});
}

// The gains and offsets of a call are where those of the call before have been.
void check_other_gains(Exercise& exercise) {
  constexpr int n = 33 * 24;
  const Buffer<float> in(random_floats(n)), out(n);
  Buffer<float> gain(random_floats(24)), offset(random_floats(24));
  for (const char* when : {"samples = 33", "samples = 33, again with other gains and offsets"}) {
    exercise.begin(when);
    exercise.run([&] { launch_adjust(out.data(), in.data(), gain.data(), offset.data(), n); });
    expect_adjusted(exercise, out, in, gain, offset);
    gain.refill(random_floats(24));
    offset.refill(random_floats(24));
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kWords != kNotAnswered)) return exercise.verdict();
  // 32 values in a row belong to all 24 channels, and each channel has a gain and an offset.
  std::string thought =
      "how many different channels do 32 values in a row have, and how many words each?";
  if (kWords == 24) thought = "how many requests to constant memory does a value need?";
  if (kWords == 32)
    thought = "lanes with the same channel share a word: how many channels are there?";
  if (kWords == 64)
    thought = "lanes with the same channel share their words: how many channels are there?";
  if (kWords == 1 || kWords == 2) thought = "do all lanes of a warp have the same channel?";
  exercise.answer("kWords", kWords, 2 * 24, 0, thought);
  // Each time with other gains, 33 samples twice in a row.
  for (const int samples : {1, 2, 4, 31, 32, 33, 33, 1009, Exercise::kLarge}) {
    exercise.begin("samples = " + std::to_string(samples));
    const int n = samples * 24;
    const Buffer<float> gain(random_floats(24)), offset(random_floats(24));
    const Buffer<float> in(random_floats(n)), out(n);
    calls::forget_copies();
    const Counters counters =
        exercise.run([&] { launch_adjust(out.data(), in.data(), gain.data(), offset.data(), n); });
    expect_adjusted(exercise, out, in, gain, offset);
    exercise.expect(in, in.before(), {}, "in");
    exercise.expect(gain, gain.before(), {}, "gain");
    exercise.expect(offset, offset.before(), {}, "offset");
    // A warp may have 1024 values, or more in a grid of one size for all n.
    exercise.written_by(out, {.warps_at_least = std::clamp(n / 1024, 1, 64),
                              .blocks_at_least = std::clamp(n / 8192, 1, 8),
                              .per_warp_at_most = n / 8 + 1024});
    exercise.require(
        calls::brought.empty(),
        "gains or offsets were copied to the host. As a kernel's parameter they lie in "
        "constant memory again, and each lane has an index of its own");
    // Each block has to get the numbers from somewhere, and it may be larger than a small n.
    if (samples < exercise.kLarge) continue;
    const double warps = (n + 31) / 32;  // 32 values each
    // Two tables, for each block of 192 threads or for threads with 6 values each, are 8 words.
    exercise.limit_of_model("words from constant memory per 32 values",
                            counters.constant_addresses / warps, 8,
                            "a request takes a turn for each different word, and there are 24");
    // One for the values. The other one is for gains and offsets, each of which serves more than one.
    exercise.limit(
        "load requests per 32 values", counters.global_load_requests / warps, 2,
        "one of them brings the values, and the others gains and offsets, of which each should "
        "serve more values: all those of a thread, or of a block that has more of them");
    // Two more than those of the values, for gains and offsets.
    exercise.limit("sectors loaded per 32 values", counters.global_load_sectors / warps, 6,
                   "neighbouring lanes should load neighbouring values");
    // One more: a run of 32 values may begin within a sector.
    exercise.limit("sectors stored per 32 values", counters.global_store_sectors / warps, 5,
                   "neighbouring lanes should store neighbouring values");
    // One store and one load of a warp, if samples are 25 words apart in shared memory.
    exercise.limit("bank conflicts per 32 values", counters.bank_conflicts / warps, 2,
                   "lanes of a warp want different words of the same bank");
  }
  check_other_gains(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
