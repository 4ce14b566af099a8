#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Sectors of an image that is read or written in pieces of 32 floats: all of them once if each row
// begins with a sector, of 8 floats; else a piece begins within one, and touches a fifth.
double sectors(int rows, int columns) {
  return columns % 8 == 0 ? rows * (columns / 8) : 5.0 * rows * ((columns + 31) / 32);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, rotate));
  const int shapes[][2] = {{1, 1},    {1, 31},   {33, 1},   {2, 77},   {130, 2},
                           {32, 32},  {31, 33},  {64, 32},  {97, 101}, {40, 256},
                           {256, 24}, {101, 64}, {5, 1000}, {999, 3}};
  for (const auto& [rows, columns] : shapes) {
    exercise.begin(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns");
    const Buffer<float> in(random_floats(rows * columns)), out(rows * columns);
    const dim3 grid((columns + 31) / 32, (rows + 31) / 32);
    const Counters counters =
        exercise.run([&] { rotate<<<grid, dim3(32, 8)>>>(out.data(), in.data(), rows, columns); });
    exercise.expect(
        out,
        [&](long long i) {
          const long long row = rows - 1 - i % rows, column = i / rows;
          return in.before()[row * columns + column];
        },
        {.columns = rows}, "out");
    exercise.expect(in, in.before(), {.columns = columns}, "in");
    // A thread may have up to eight elements of its block's tile, of which four are its share.
    exercise.written_by(out, {.warps_at_least = std::max(rows * columns / 256, 1),
                              .blocks_at_least = grid.x * grid.y});
    exercise.limit("sectors loaded", counters.global_load_sectors, sectors(rows, columns),
                   "a warp should load 32 neighbours of one row");
    exercise.limit("sectors stored", counters.global_store_sectors, sectors(columns, rows),
                   "a warp should store 32 neighbours of one row of `out`");
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "lanes of a warp want different words of the same bank");
  }
  exercise.begin("");
  exercise.require(attributes.sharedSizeBytes <= 4096,
                   "the kernel has " + std::to_string(attributes.sharedSizeBytes) +
                       " bytes of shared memory, and may have 4096");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
