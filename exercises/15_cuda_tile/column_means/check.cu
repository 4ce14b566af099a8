#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_matrix(Exercise& exercise, int rows, int columns) {
  const Buffer<float> in(random_floats(rows * columns, 1, 9)), out(columns);
  const TileWork work =
      run_tiles(exercise, [&] { launch_column_means(out.data(), in.data(), rows, columns); });
  const auto sum_of = [&](long long c, int first_rows) {
    double sum = 0;
    for (int r = 0; r < first_rows; ++r) sum += in.before()[r * columns + c];
    return sum;
  };
  const int whole = rows / kRows * kRows, padded = (rows + kRows - 1) / kRows * kRows;
  const Comparison how = {.relative = 1e-5};
  const std::string name = with_mistake(
      "out", out, how,
      {{[&](long long c) { return sum_of(c, rows) / padded; },
        "the sums are right, but divided by the rows of all tiles, also those past the end"},
       {[&](long long c) { return sum_of(c, rows) / kRows; },
        "the sums are right, but divided by the rows of one tile"},
       {[&](long long c) { return sum_of(c, rows); }, "the sums, not yet divided by the rows"},
       {[&](long long c) { return sum_of(c, whole) / rows; },
        "the last rows, which fill no whole tile, are missing"}});
  exercise.expect(
      out, [&](long long c) { return sum_of(c, rows) / rows; }, how, name);
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  const int blocks = (columns + kColumns - 1) / kColumns;
  exercise.written_by(out, {.once = true, .task = "a column is one block's"});
  exercise.written_by(out, {.blocks_at_least = blocks});
  work.judge(exercise);
  exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                          rows * blocks * sectors_at_most<float>(std::min(columns, kColumns)),
                          "each number is loaded once, and sums stay in the block");
  exercise.limit_of_model("stores of tiles", work.counters.tile_stores, blocks,
                          "a block stores its means once, when they are final");
  work.judge_reductions(exercise, blocks);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, columns] : {std::pair{40, 100},
                                      {1, 1},
                                      {16, 64},
                                      {17, 65},
                                      {15, 63},
                                      {3, 300},
                                      {1009, 33},
                                      {200, 401}}) {
    exercise.twice(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns",
                   [&] { check_matrix(exercise, rows, columns); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
