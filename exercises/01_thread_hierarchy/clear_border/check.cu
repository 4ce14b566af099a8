#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Whether there are threads side by side in x, and others in y.
bool has_two_dimensions(const Launches& launches) {
  const auto& all = launches.all();
  return std::any_of(all.begin(), all.end(), [](const Launches::Launch& l) {
    return l.grid.x * l.block.x > 1 && l.grid.y * l.block.y > 1;
  });
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][2] = {{1, 1},    {1, 31},   {33, 1}, {2, 2},    {31, 33},  {64, 32},
                           {97, 101}, {8, 1024}, {1, 2},  {2, 1},    {2, 77},   {79, 2},
                           {3, 3},    {3, 65},   {67, 3}, {5, 4097}, {5003, 2}, {3, 9001}};
  for (const auto& [rows, columns] : shapes) {
    exercise.begin(std::to_string(rows) + (rows == 1 ? " row × " : " rows × ") +
                   std::to_string(columns) + (columns == 1 ? " column" : " columns"));
    const Buffer<float> matrix(random_floats(rows * columns, 1, 2));
    Counters counters;
    const Launches launches = record_launches(
        [&] { counters = exercise.run([&] { launch_clear(matrix.data(), rows, columns); }); });
    const auto is_border = [&](long long i) {
      const long long row = i / columns, column = i % columns;
      return row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
    };
    exercise.expect(matrix, [&](long long i) { return is_border(i) ? 0.0f : matrix.before()[i]; },
                    {.columns = columns});
    const int border = rows == 1 || columns == 1 ? rows * columns : 2 * (rows + columns) - 4;
    exercise.written_by(matrix, {.warps_at_least = Share::warps_for(border),
                                 .blocks_at_least = Share::blocks_for(border),
                                 .where = is_border,
                                 .name = "matrix"});
    exercise.require(!kHasLaunches || border < 128 || has_two_dimensions(launches),
                     "the grid has one dimension only: the task is a two-dimensional one, in which "
                     "a thread has a row and a column. Give the launch a dim3 with an x and a y");
    exercise.limit("load requests", counters.global_load_requests, 0,
                   "what the matrix holds is not needed");
    if (columns < 1000) continue;
    // Both long sides by whole warps, and the short sides by single lanes.
    exercise.limit("store requests", counters.global_store_requests,
                   2.0 * ((columns + 31) / 32) + 2.0 * rows,
                   "along the first and the last row, a warp should store 32 neighbours at once; "
                   "let x run along them, in blocks 32, 64, … threads wide");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
