#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {257, 1, 255, 256, 512, 1009, Exercise::kLarge}) {
    exercise.twice("n = " + std::to_string(n), [&] {
      const float a = random_floats(1, 1, 3)[0];
      const Buffer<float> x(random_floats(n)), y(random_floats(n)), out(n);
      const TileWork work =
          run_tiles(exercise, [&] { launch_axpy(out.data(), x.data(), y.data(), a, n); });
      const auto right = [&](long long i) { return a * x.before()[i] + y.before()[i]; };
      const Comparison how = {.relative = 1e-6, .absolute = 1e-6};
      const std::string name = with_mistake(
          "out", out, how,
          {{[&](long long i) {
              return i < n / kTile * kTile ? right(i) : tutorial::poison_value<float>();
            },
            "what the last tile has is missing: an index of a view counts tiles, and only a mask "
            "lets the last one reach past the end"}});
      exercise.expect(out, right, how, name);
      exercise.expect(x, x.before(), {}, "x");
      exercise.expect(y, y.before(), {}, "y");
      exercise.written_by(out, {.blocks_at_least = (n + kTile - 1) / kTile, .once = true});
      work.judge(exercise);
      const double sectors = (n * sizeof(float) + 31) / 32;
      exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                              2 * sectors, "each element of x and of y is loaded once");
      exercise.limit_of_model("sectors that tiles store", work.counters.tile_store_sectors, sectors,
                              "each element of out is stored once");
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
