#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

double activated(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
}

void check_matrix(Exercise& exercise, int rows, int columns) {
  const Buffer<float> in(random_floats(rows * columns, -3, 3)), bias(random_floats(columns, -2, 3)),
      out(rows * columns), sums(rows);
  const TileWork work = run_tiles(exercise, [&] {
    launch_bias_gelu_sums(out.data(), sums.data(), in.data(), bias.data(), rows, columns);
  });
  const auto element = [&](long long i) {
    return activated(in.before()[i] + bias.before()[i % columns]);
  };
  exercise.expect(out, element, {.relative = 1e-5, .absolute = 1e-5, .columns = columns}, "out");
  const auto sum_of = [&](long long r) {
    double sum = 0;
    for (int c = 0; c < columns; ++c) sum += element(r * columns + c);
    return sum;
  };
  const Comparison how = {.relative = 1e-5, .absolute = 2e-5 * std::sqrt(columns)};
  const std::string name = with_mistake(
      "sums", sums, how,
      {{[&](long long r) { return columns % kColumns == 0 ? sum_of(r) : std::nan(""); },
        "not a number: what does gelu make of the padding before it's summed"}});
  exercise.expect(sums, sum_of, how, name);
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  exercise.expect(bias, bias.before(), {}, "bias");
  const int blocks = (rows + kRows - 1) / kRows, across = (columns + kColumns - 1) / kColumns;
  exercise.written_by(out, {.blocks_at_least = blocks, .once = true});
  exercise.written_by(sums, {.blocks_at_least = blocks, .once = true, .name = "sums"});
  work.judge(exercise);
  const double row = across * sectors_at_most<float>(std::min(columns, kColumns));
  exercise.limit_of_model("sectors that tiles load", work.counters.tile_load_sectors,
                          rows * row + blocks * row,
                          "each element of the matrix is loaded once, and a block loads each bias "
                          "once. What is in out isn't needed");
  exercise.limit_of_model("sectors that tiles store", work.counters.tile_store_sectors,
                          rows * row + blocks * sectors_at_most<float>(kRows),
                          "each result is stored once");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, columns] : {std::pair{20, 150},
                                      {1, 1},
                                      {16, 128},
                                      {17, 129},
                                      {15, 127},
                                      {100, 3},
                                      {5, 1009},
                                      {130, 300}}) {
    exercise.twice(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns",
                   [&] { check_matrix(exercise, rows, columns); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
