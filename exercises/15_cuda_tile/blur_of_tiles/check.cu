#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_picture(Exercise& exercise, int height, int width) {
  const Buffer<float> in(random_floats(height * width, 0, 100)), out(height * width);
  const TileWork work =
      run_tiles(exercise, [&] { launch_blur(out.data(), in.data(), height, width); });
  // Of the nine pixels, clamped to the picture or only those in it.
  const auto sum_of = [&](long long i, bool clamps, int& pixels) {
    const int y = static_cast<int>(i / width), x = static_cast<int>(i % width);
    double sum = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int row = std::clamp(y + dy, 0, height - 1);
        const int column = std::clamp(x + dx, 0, width - 1);
        if (!clamps && (row != y + dy || column != x + dx)) continue;
        sum += in.before()[row * width + column];
        ++pixels;
      }
    }
    return sum;
  };
  const auto mean = [&](long long i, bool clamps) {
    int pixels = 0;
    const double sum = sum_of(i, clamps, pixels);
    return sum / pixels;
  };
  const Comparison how = {.relative = 1e-5, .absolute = 1e-4, .columns = width};
  const std::string name = with_mistake(
      "out", out, how,
      {{[&](long long i) {
          int pixels = 0;
          return sum_of(i, false, pixels) / 9;
        },
        "a pixel past the edge counts as 0: clamp its coordinates"},
       {[&](long long i) { return mean(i, false); },
        "a pixel past the edge isn't counted: take the nearest one that exists"},
       {[&](long long i) { return 9 * mean(i, true); }, "the sums of nine, not their means"}});
  exercise.expect(
      out, [&](long long i) { return mean(i, true); }, how, name);
  exercise.expect(in, in.before(), {.columns = width}, "in");
  const int down = (height + kRows - 1) / kRows, across = (width + kColumns - 1) / kColumns;
  exercise.written_by(out, {.blocks_at_least = down * across, .once = true});
  work.judge(exercise);
  const int tiles = down * across;
  exercise.limit_of_model("loads of tiles", work.counters.tile_loads, 9.0 * tiles,
                          "a block needs nine tiles, each shifted by one pixel");
  exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                          9.0 * tiles * kRows * sectors_at_most<float>(std::min(width, kColumns)),
                          "the columns of a tile lie side by side in memory");
  exercise.limit_of_model("sectors that tiles store", work.counters.tile_store_sectors,
                          height * across * sectors_at_most<float>(std::min(width, kColumns)),
                          "each pixel of out is stored once");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [height, width] :
       {std::pair{20, 100}, {1, 1}, {8, 64}, {1, 70}, {70, 1}, {9, 65}, {7, 63}, {33, 211}}) {
    exercise.twice(std::to_string(height) + " rows × " + std::to_string(width) + " columns",
                   [&] { check_picture(exercise, height, width); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
