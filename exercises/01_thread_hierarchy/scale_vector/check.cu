#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> in(random_floats(n)), out(n);
    const Counters counters = exercise.run([&] { launch_scale(out.data(), in.data(), 2.5f, n); });
    exercise.expect(out, [&](long long i) { return 2.5f * in.before()[i]; });
    exercise.limit("store requests", counters.global_store_requests, (n + 31) / 32,
                   "each element needs one thread, and each warp one store");
  }
  return exercise.verdict();
}
