#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 10, 31, 32, 33, 1009, 5002, 40009, 70001}) {
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
    exercise.expect(points, points.before(), {}, "points");
    // A warp may have 128 points, and there may be a grid of one size for all n.
    const auto is_shared_out = [&](const Buffer<float>& plane, const std::string& name) {
      exercise.written_by(plane, Share::up_to_four(n, name));
    };
    is_shared_out(x, "x");
    is_shared_out(y, "y");
    is_shared_out(z, "z");
    // 32 neighbours of `points` are 4 sectors. They go to three runs of 10 or 11 floats, one in each
    // plane, and whichever 32 these are, each run lies in 2 sectors: 4 + 6 for every 32 floats.
    // What a float4 leaves over may be up to three loads.
    exercise.limit("sectors of loads and stores",
                   counters.global_load_sectors + counters.global_store_sectors,
                   10 * ((3 * n + 31) / 32) + 3,
                   "a warp that reads every third float, or every third float4, asks for each of "
                   "its sectors three times");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
