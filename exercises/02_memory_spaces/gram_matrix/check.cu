#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][2] = {{1, 1},   {1, 33},  {33, 1},  {2, 2},   {65, 2}, {32, 32},
                           {31, 64}, {65, 31}, {40, 70}, {3, 229}, {2, 300}};
  for (const auto& [rows, columns] : shapes) {
    exercise.begin(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns");
    const Buffer<float> a(random_floats(rows * columns)), g(columns * columns);
    const Counters counters = exercise.run([&] { launch_gram(g.data(), a.data(), rows, columns); });
    const auto sum = [&](long long i) {
      double sum = 0;
      for (int r = 0; r < rows; ++r) {
        const float* row = a.before().data() + r * columns;
        sum += static_cast<double>(row[i / columns]) * row[i % columns];
      }
      return sum;
    };
    exercise.expect(g, sum, {.absolute = 4e-6 * (rows + 1), .columns = columns}, "g");
    exercise.expect(a, a.before(), {.columns = columns}, "a");
    // Each pair of tiles of columns once: by a block of four warps or more, or by one for a row of tiles.
    const int tiles = (columns + 31) / 32, pairs = tiles * (tiles + 1) / 2,
              steps = (rows + 31) / 32;
    exercise.written_by(g, {.warps_at_least = std::min(columns * columns / 512, 4 * tiles),
                            .blocks_at_least = tiles,
                            .name = "g"});
    // For a step of 32 rows, a block loads two tiles of A, and a warp's load is a row of one of them.
    exercise.limit("load requests", counters.global_load_requests, pairs * steps * 2.0 * 32,
                   "32 × 32 tiles of G, only those on and above the diagonal, need no more");
    // 32 × 32 products, each of one element of either tile, are 2 × 32 × 32 for the 32 warps of a block.
    exercise.limit("shared load requests", counters.shared_load_requests,
                   pairs * steps * 3.0 * 32 * 32,
                   "two for each product are enough, and three are allowed; and a product that two "
                   "elements of G need, G[i][j] and G[j][i], is computed once");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
