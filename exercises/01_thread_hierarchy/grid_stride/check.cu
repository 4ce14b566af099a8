#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check(Exercise& exercise, int n, int blocks, int threads) {
  exercise.begin("square<<<" + std::to_string(blocks) + ", " + std::to_string(threads) +
                 ">>>, n = " + std::to_string(n));
  const Buffer<float> in(random_floats(n)), out(n);
  const Counters counters =
      exercise.run([&] { square<<<blocks, threads>>>(out.data(), in.data(), n); });
  exercise.expect(out, [&](long long i) { return in.before()[i] * in.before()[i]; });
  exercise.expect(in, in.before(), {}, "in");
  exercise.limit("sectors per load", counters.sectors_per_load(), 4,
                 "the 32 lanes of a warp do not read neighbours");
  // A warp has one store for its 32 elements; where its part of them begins or ends, for fewer.
  const int lanes = std::min(threads, 32), warps = blocks * ((threads + 31) / 32);
  exercise.limit("store requests", counters.global_store_requests,
                 (n + lanes - 1) / lanes + 2.0 * warps + 3,
                 "each element is to be stored once, and 32 of them by one store of a warp: do "
                 "several blocks take the same elements, or single lanes?");
  // All warps, if there are enough elements for them, and none twice as many as the others.
  exercise.written_by(out,
                      {.warps_at_least = std::clamp(n / 128, 1, warps),
                       .blocks_at_least = std::clamp(n / 1024, 1, blocks),
                       .per_warp_at_most = 2 * n / warps + 128,
                       .once = true,
                       .task = "which one is a thread's next element, and where does it end?"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) check(exercise, n, 4, 64);
  for (const int n : {1, 77, 5003}) {
    check(exercise, n, 1, 1);
    check(exercise, n, 3, 96);
    check(exercise, n, 64, 1024);
  }
  check(exercise, 30011, 5, 160);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
