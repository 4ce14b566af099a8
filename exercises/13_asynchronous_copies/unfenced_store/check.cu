#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  // A wrong answer is the first thing to know: it decides where a fence seems to be needed.
  exercise.answer("kLinesOfAsyncProxy", kLinesOfAsyncProxy, 1, 0,
                  "loads and stores of threads use the generic proxy. Which line has neither?");
  exercise.answer("kOrderedByThread0", kOrderedByThread0, kTile / kBlock, 0,
                  "a fence is for what its own thread has written, or has waited for, before it. "
                  "Which results has thread 0 written, and has it waited for others yet?");
  for (const int n :
       {7 * kTile + 2, 1, 3, 4, 5, 31, 33, kTile, kTile + 1, 2007, 13 * kTile, 20011}) {
    exercise.twice("n = " + std::to_string(n), [&] {
      const Buffer<float> in(random_floats(n)), out(n);
      const float gain = 0.5f + 0.25f * static_cast<float>(n % 5);
      const Counters counters =
          exercise.run([&] { launch_amplify(out.data(), in.data(), n, gain); });
      exercise.expect(
          out, [&](long long i) { return std::min(std::max(gain * in.before()[i], -1.0f), 1.0f); });
      exercise.expect(in, in.before(), {}, "in");
      exercise.limit("requests of threads that store to global memory",
                     counters.global_store_requests, n % 4,
                     "a tile goes out in one bulk copy; threads store what is left over at the end "
                     "of the array, up to three elements");
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
