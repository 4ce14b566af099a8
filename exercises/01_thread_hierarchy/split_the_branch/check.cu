#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {64, 128, 640, 20032}) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> in(random_floats(n)), out(n);
    const Counters counters =
        exercise.run([&] { go<<<(n + 255) / 256, 256>>>(out.data(), in.data(), n); });
    exercise.expect(out,
                    [&](long long i) {
                      float x = in.before()[i];
                      if (i % 2 == 0) return x + 1;
                      for (int k = 0; k < 20; ++k) x = x * 0.5f + 0.25f;
                      return x;
                    },
                    {.absolute = 0});
    exercise.written_by(out, {.warps_at_least = n / 32, .blocks_at_least = (n + 255) / 256});
    exercise.limit_of_model("lanes that have nothing to do, in percent",
                            100 - counters.active_lanes_percent(), 2,
                            "the lanes of one warp take both branches, one after the other");
    // Two warps take 30 or so; if both go both ways, 50. Warps that have no element take 2 each.
    exercise.limit_of_model("stretches of code without a jump, of all warps",
                            counters.issued_blocks, 40.0 * n / 64 + 24,
                            "each warp goes one way, and only one of two goes the long one; every "
                            "further jump, such as a loop or an if, adds to them");
    exercise.limit("sectors per load", counters.sectors_per_load(), 8,
                   "a warp should not need more sectors than its 32 elements two apart lie in");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
