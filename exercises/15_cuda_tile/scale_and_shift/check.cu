#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_matrix(Exercise& exercise, int rows, int columns) {
  const Buffer<float> in(random_floats(rows * columns)), factors(random_floats(rows, 1, 5)),
      offsets(random_floats(columns, 10, 50)), out(rows * columns);
  const TileWork work = run_tiles(exercise, [&] {
    launch_scale_and_shift(out.data(), in.data(), factors.data(), offsets.data(), rows, columns);
  });
  const auto combined = [&](long long i, float factor, float offset) {
    return factor * in.before()[i] + offset;
  };
  // What a broadcast in the other direction takes: element k of the tile's part of a vector.
  const auto across_tile = [&](const Buffer<float>& vector, long long first, long long k) {
    const long long at = first / kSide * kSide + k % kSide;
    return at < vector.size() ? vector.before()[at] : 0;
  };
  const Comparison how = {.relative = 1e-6, .absolute = 1e-5, .columns = columns};
  const std::string name = with_mistake(
      "out", out, how,
      {{[&](long long i) {
          const long long r = i / columns, c = i % columns;
          return combined(i, across_tile(factors, r, c), offsets.before()[c]);
        },
        "the factors lie along a row of the tile: what shape makes them a column"},
       {[&](long long i) {
          const long long r = i / columns, c = i % columns;
          return combined(i, factors.before()[r], across_tile(offsets, c, r));
        },
        "the offsets lie along a column of the tile"},
       {[&](long long i) {
          return factors.before()[i / columns] * (in.before()[i] + offsets.before()[i % columns]);
        },
        "the offset is added before the factor"}});
  exercise.expect(
      out,
      [&](long long i) {
        return combined(i, factors.before()[i / columns], offsets.before()[i % columns]);
      },
      how, name);
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  exercise.expect(factors, factors.before(), {}, "factors");
  exercise.expect(offsets, offsets.before(), {}, "offsets");
  const int down = (rows + kSide - 1) / kSide, across = (columns + kSide - 1) / kSide;
  exercise.written_by(out, {.blocks_at_least = down * across, .once = true});
  work.judge(exercise);
  // Rows lie side by side, so a tile's part of one may begin within a sector.
  const double matrix = rows * across * sectors_at_most<float>(std::min(columns, kSide));
  exercise.limit_of_model(
      "sectors that tiles load", work.counters.tile_load_sectors,
      matrix + down * across * 2 * sectors_at_most<float>(kSide),
      "a block loads its tile of the matrix once, and kSide factors and kSide offsets");
  exercise.limit_of_model("sectors that tiles store", work.counters.tile_store_sectors, matrix,
                          "each element of out is stored once");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, columns] :
       {std::pair{64, 96}, {1, 1}, {1, 33}, {33, 1}, {32, 32}, {31, 65}, {101, 70}, {300, 211}}) {
    exercise.twice(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns",
                   [&] { check_matrix(exercise, rows, columns); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
