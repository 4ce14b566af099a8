#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check(Exercise& exercise, int n, int radius) {
  exercise.begin("n = " + std::to_string(n) + ", radius " + std::to_string(radius));
  const Buffer<float> in(random_floats(n)), out(n);
  const int blocks = (n + 255) / 256;
  const Counters counters =
      exercise.run([&] { average<<<blocks, 256>>>(out.data(), in.data(), n, radius); });
  exercise.expect(
      out,
      [&](long long i) {
        const long long from = std::max(0LL, i - radius);
        const long long to = std::min(n - 1LL, i + radius);
        double sum = 0;
        for (long long k = from; k <= to; ++k) sum += in.before()[k];
        return sum / (to - from + 1);
      },
      {.absolute = 1e-5}, "out");
  exercise.expect(in, in.before(), {}, "in");
  // A thread may have up to four neighbouring windows.
  exercise.written_by(out, {.warps_at_least = std::max(n / 128, 1),
                            .blocks_at_least = blocks,
                            .per_warp_at_most = Share::of_threads_with(4),
                            .task = "a thread adds up a window of its own, or up to four"});
  // A request for the elements of each warp, and one for the halo at each side: up to 16.
  exercise.limit("load requests", counters.global_load_requests, blocks * (256 / 32 + 2),
                 "an element that several threads of a block need is loaded more than once");
  // A warp reads its window; twice the largest one leaves room for another way to add it up.
  exercise.limit("shared loads", counters.shared_load_requests, 2.0 * blocks * (256 / 32) * 33,
                 "each thread should add up a window of its own, all of them at once");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 256, 257, 1009, Exercise::kLarge}) {
    for (const int radius : {0, 1, 5, 16}) check(exercise, n, radius);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
