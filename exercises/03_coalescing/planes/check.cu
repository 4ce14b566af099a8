#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    exercise.begin(std::to_string(n) + " points");
    const Buffer<float> points(random_floats(3 * n)), x(n), y(n), z(n);
    const Counters counters =
        exercise.run([&] { launch_planes(x.data(), y.data(), z.data(), points.data(), n); });
    const auto member = [&](int k) {
      return [&points, k](long long i) { return points.before()[3 * i + k]; };
    };
    exercise.expect(x, member(0), {}, "x");
    exercise.expect(y, member(1), {}, "y");
    exercise.expect(z, member(2), {}, "z");
    // 32 neighbours of `points` are 4 sectors. They go to three runs of 10 or 11 floats, one in each
    // plane, and whichever 32 these are, each run lies in 2 sectors: 4 + 6 for every 32 floats.
    exercise.limit("sectors of loads and stores",
                   counters.global_load_sectors + counters.global_store_sectors,
                   10 * ((3 * n + 31) / 32),
                   "a warp that reads every third float needs 12 sectors for each of three loads");
  }
  return exercise.verdict();
}
