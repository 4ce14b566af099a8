#include <limits>

#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Negative, the largest in a place of its own in each row; some rows have nothing but minus infinity.
std::vector<float> numbers(int rows, int columns) {
  std::vector<float> values = random_floats(rows * columns, -90, -10);
  for (int r = 0; r < rows; ++r) {
    const auto row = values.begin() + r * columns;
    row[(89 * r + columns - 1) % columns] = -1.0f - r % 7;
    if (r % 5 == 3) std::fill(row, row + columns, -std::numeric_limits<float>::infinity());
  }
  return values;
}

void check_matrix(Exercise& exercise, int rows, int columns) {
  const Buffer<float> in(numbers(rows, columns)), out(rows);
  const TileWork work =
      run_tiles(exercise, [&] { launch_row_max(out.data(), in.data(), rows, columns); });
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  const auto largest = [&](long long r, int first_columns) {
    const auto row = in.before().begin() + r * columns;
    return first_columns == 0 ? -std::numeric_limits<float>::infinity()
                              : *std::max_element(row, row + first_columns);
  };
  const auto right = [&](long long r) { return largest(r, columns); };
  const std::string name = with_mistake(
      "out", out, {},
      {{[](long long) { return 0.0; },
        "0 is larger than all numbers: it's the padding, or what the maximum begins with"},
       {[&](long long r) { return std::max(right(r), kLowest); },
        "the running maximum begins with a number that is larger than minus infinity"},
       {[&](long long r) { return largest(r, std::max(1, columns / kColumns) * kColumns); },
        "the columns past the last whole tile are missing"}});
  exercise.expect(out, right, {}, name);
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  exercise.written_by(out, {.blocks_at_least = (rows + kRows - 1) / kRows, .once = true});
  work.judge(exercise);
  const int across = (columns + kColumns - 1) / kColumns;
  exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                          rows * across * sectors_at_most<float>(std::min(columns, kColumns)),
                          "each number is loaded once");
  exercise.limit_of_model("stores of tiles", work.counters.tile_stores, (rows + kRows - 1) / kRows,
                          "a block stores its results once, when they are final");
  work.judge_reductions(exercise, (rows + kRows - 1) / kRows);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, columns] :
       {std::pair{20, 100}, {1, 1}, {8, 64}, {9, 65}, {7, 63}, {100, 3}, {33, 1009}, {300, 200}}) {
    exercise.twice(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns",
                   [&] { check_matrix(exercise, rows, columns); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
