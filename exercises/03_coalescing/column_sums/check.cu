#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  // One row comes last: in two a sum in memory costs too many stores, and that is the message to give.
  const int shapes[][2] = {{1, 1},    {2, 31},   {33, 1},    {45, 2},    {31, 33},
                           {32, 64},  {101, 7},  {97, 101},  {1009, 40}, {64, 1024},
                           {5, 2003}, {3, 9001}, {2, 16411}, {1, 97}};
  for (const auto& [rows, columns] : shapes) {
    exercise.begin(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns");
    const std::vector<int> numbers = random_ints(rows * columns);  // their sums are exact as floats
    const Buffer<float> matrix(std::vector<float>(numbers.begin(), numbers.end())), sums(columns);
    Counters counters;
    const Launches launches = record_launches([&] {
      counters =
          exercise.run([&] { launch_column_sums(sums.data(), matrix.data(), rows, columns); });
    });
    const bool has_stored = counters.global_store_requests + counters.global_atomic_requests > 0;
    exercise.limit("atomic requests", counters.global_atomic_requests, 0,
                   "a column is one thread's: no other thread adds to its sum");
    exercise.require(!has_stored || sums.read() != sums.before(),
                     "the kernel stores, but what was in `sums` before goes into each sum: let a "
                     "sum of your own begin at 0");
    exercise.expect(
        sums,
        [&, rows = rows, columns = columns](long long column) {
          float sum = 0;
          for (int row = 0; row < rows; ++row) sum += matrix.before()[row * columns + column];
          return sum;
        },
        {}, "sums");
    exercise.expect(matrix, matrix.before(), {.columns = columns}, "matrix");
    // A thread may have up to four columns, and there may be a grid of one size for all matrices.
    exercise.written_by(sums, Share::up_to_four(columns, "sums"));
    const int warps = (columns + 31) / 32;
    // A store for 32 columns, or for fewer where a block ends within a warp.
    const auto judge_stores = [&] {
      exercise.limit(
          "store requests", counters.global_store_requests, 2 * warps,
          "a thread adds up a column in a register, and a warp stores 32 neighbours at once");
    };
    // A sum in memory is stored for every two loads, of a number and of itself. Other stores are too many
    // because the lanes are no neighbours, and then the loads tell more.
    const bool in_memory = 2 * counters.global_store_requests > counters.global_load_requests;
    if (in_memory) judge_stores();
    // In each row a warp has 32 neighbours: 4 sectors, or 5 where the row begins inside of a sector.
    const int sectors = columns % 8 == 0 ? 4 : 5;
    exercise.limit(
        "load sectors", counters.global_load_sectors, 1.0 * rows * warps * sectors,
        "at each step, the 32 lanes of a warp have to read 32 neighbours of one row; the "
        "columns of one thread lie apart, unless one load takes them all");
    judge_stores();
    exercise.require(launches.have_whole_warps(),
                     "the threads of a block are no multiple of 32: its last warp is not full");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
