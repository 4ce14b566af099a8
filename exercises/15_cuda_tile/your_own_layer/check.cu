#include <cuda_fp16.h>

#include "tutorial/exercise.cuh"
#include "tutorial/known_mistakes.cuh"
#include "tutorial/product.cuh"
#include "tutorial/tile_work.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<__half> random_halves(int n, float low, float high) {
  const std::vector<float> numbers = random_floats(n, low, high);
  std::vector<__half> halves(n);
  for (int i = 0; i < n; ++i) halves[i] = __float2half(numbers[i]);
  return halves;
}
std::vector<float> as_floats(const std::vector<__half>& values) {
  return {values.begin(), values.end()};
}

void check_layer(Exercise& exercise, int rows, int outputs, int inputs) {
  const Buffer<__half> in(random_halves(rows * inputs, -1, 2)),
      weights(random_halves(inputs * outputs, -2, 1.5f));
  const Buffer<float> bias(random_floats(outputs, -3, 9)), out(rows * outputs);
  const TileWork work = run_tiles(exercise, [&] {
    launch_layer(out.data(), in.data(), weights.data(), bias.data(), rows, outputs, inputs);
  });
  const std::vector<float> sums =
      product_on_host<float>(as_floats(in.before()), as_floats(weights.before()), outputs, inputs);
  const auto bias_of = [&](long long i) { return bias.before()[i % outputs]; };
  const Comparison how = {.relative = 1e-5, .absolute = 1e-5 * (inputs + 1), .columns = outputs};
  const std::string name = with_mistake(
      "out", out, how,
      {{[&](long long i) { return std::max(0.0f, sums[i]) + bias_of(i); },
        "the bias is added after the maximum"},
       {[&](long long i) { return sums[i] + bias_of(i); }, "the maximum with 0 is missing"},
       {[&](long long i) { return std::max(0.0f, sums[i]); }, "the bias is missing"}});
  exercise.expect(
      out, [&](long long i) { return std::max(0.0f, sums[i] + bias_of(i)); }, how, name);
  exercise.expect(bias, bias.before(), {}, "bias");
  exercise.written_by(
      out, {.blocks_at_least = 1ll * ((rows + 63) / 64) * ((outputs + 63) / 64), .once = true});
  work.judge(exercise);
  constexpr int kSide = 32;
  const int down = (rows + kSide - 1) / kSide, across = (outputs + kSide - 1) / kSide;
  const double tile_row = sectors_at_most<__half>(kSide);
  const double of_in = 1.0 * rows * across * ((inputs + kSide - 1) / kSide) * tile_row;
  const double of_weights = 1.0 * inputs * down * across * tile_row;
  exercise.limit_of_model(
      "sectors that tiles load", work.counters.tile_load_sectors,
      1.5 * (of_in + of_weights + down * across * sectors_at_most<float>(kSide)),
      "larger tiles of out need fewer loads of in and of the weights");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, outputs, inputs] : {std::tuple{100, 70, 40},
                                              {1, 1, 1},
                                              {64, 64, 64},
                                              {33, 65, 31},
                                              {5, 200, 97},
                                              {200, 5, 33},
                                              {70, 131, 500}}) {
    exercise.twice(std::to_string(rows) + " rows, " + std::to_string(outputs) + " outputs of " +
                       std::to_string(inputs) + " inputs",
                   [&] { check_layer(exercise, rows, outputs, inputs); });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
