#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 31, 32, 33, 256, 257, 1009, Exercise::kLarge}) {
    for (const int radius : {0, 3, 8, kMaxRadius}) {
      exercise.begin("n = " + std::to_string(n) + ", radius " + std::to_string(radius));
      const Buffer<float> in(random_floats(n)), out(n);
      const int blocks = (n + kBlock - 1) / kBlock;
      const Counters counters =
          exercise.run([&] { average<<<blocks, kBlock>>>(out.data(), in.data(), n, radius); });
      exercise.expect(out,
                      [&](long long i) {
                        const long long from = std::max(0LL, i - radius);
                        const long long to = std::min(n - 1LL, i + radius);
                        double sum = 0;
                        for (long long k = from; k <= to; ++k) sum += in.before()[k];
                        return sum / (to - from + 1);
                      },
                      {.absolute = 1e-5});
      // A request for the elements of each warp, and one for the halo at each side: up to 16.
      exercise.limit("load requests", counters.global_load_requests, blocks * (kBlock / 32 + 2),
                     "an element that several threads of a block need is loaded more than once");
      // A warp reads its window; twice that leaves room for another way to add it up.
      exercise.limit("shared loads", counters.shared_load_requests,
                     2.0 * blocks * (kBlock / 32) * (2 * radius + 1),
                     "each thread should add up a window of its own, all of them at once");
    }
  }
  return exercise.verdict();
}
