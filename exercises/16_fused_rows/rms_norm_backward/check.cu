#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// In double precision, and how far a result may be off.
struct Expected {
  std::vector<float> dx, dgain;
  double dx_bound = 0, dgain_bound = 0;
};

// In units of 2^-24, which one rounding may cost. A sum along a row has at most `steps` additions one after the other,
// whether a block or a warp makes it; rsqrtf is good to 2 units in the last place, which are 4 roundings.
Expected gradients_of(const std::vector<float>& x, const std::vector<float>& dy,
                      const std::vector<float>& gain, int rows, int blocks) {
  const std::size_t n = gain.size();
  const double unit = 1.0 / (1 << 24), steps = (static_cast<double>(n) - 1) / 32 + 1 + 5 + 8;
  const double of_scale = (steps + 3) / 2 + 4;
  Expected result = {std::vector<float>(x.size()), std::vector<float>(n)};
  std::vector<double> sum(n), size(n);
  for (int row = 0; row < rows; ++row) {
    const float *const xs = &x[row * n], *const dys = &dy[row * n];
    double squares = 0, products = 0, product_size = 0;
    for (std::size_t i = 0; i < n; ++i) squares += 1.0 * xs[i] * xs[i];
    const double scale = 1 / std::sqrt(squares / n + kEpsilon);
    for (std::size_t i = 0; i < n; ++i) {
      const double product = 1.0 * dys[i] * gain[i] * xs[i] * scale;
      products += product, product_size += std::abs(product);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double g = 1.0 * dys[i] * gain[i], z = xs[i] * scale;
      result.dx[row * n + i] = static_cast<float>((g - z * products / n) * scale);
      // Five scales at most, whatever is factored out; one sum; and the other operations with the reference's rounding.
      result.dx_bound =
          std::max(result.dx_bound, (5 * of_scale + steps + 12) * unit * scale *
                                        (std::abs(g) + std::abs(z) * product_size / n));
      sum[i] += dys[i] * z, size[i] += std::abs(dys[i] * z);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    result.dgain[i] = static_cast<float>(sum[i]);
    result.dgain_bound =
        std::max(result.dgain_bound, (rows + blocks + 8 + of_scale + 4) * unit * size[i]);
  }
  return result;
}

void check_rows(Exercise& exercise, int rows, int n, int blocks,
                const std::vector<float>& numbers) {
  const Buffer<float> x(numbers), dy(random_floats(numbers.size())), gain(random_floats(n));
  const Buffer<float> dx(x.size()), dgain(std::vector<float>(n, 0.0f));
  const Counters counters = exercise.run([&] {
    launch_rms_norm_backward(dx.data(), dgain.data(), x.data(), dy.data(), gain.data(), rows, n,
                             blocks);
  });
  const Expected expected = gradients_of(numbers, dy.before(), gain.before(), rows, blocks);
  exercise.expect(dx, expected.dx, {.absolute = expected.dx_bound, .columns = n}, "dx");
  exercise.expect(dgain, expected.dgain, {.absolute = expected.dgain_bound}, "dgain");
  exercise.expect(x, numbers, {}, "x");
  exercise.expect(dy, dy.before(), {}, "dy");
  exercise.expect(gain, gain.before(), {}, "gain");
  // A pass over a row; the gains may be loaded by each warp of a block.
  const double passes = (n + 31) / 32, requests = (2.0 * rows + kBlock / 32 * blocks) * passes;
  exercise.limit("load requests", counters.global_load_requests, requests,
                 "each element of x and dy is read once, and each gain once by a warp");
  // 32 neighbours are in 4 sectors, or in 5 if they begin within one.
  exercise.limit("sectors loaded", counters.global_load_sectors, 5 * requests,
                 "the lanes of a warp read neighbours");
  exercise.limit("store requests", counters.global_store_requests, rows * passes,
                 "each element of dx is written once");
  exercise.limit("requests for atomics", counters.global_atomic_requests, blocks * passes,
                 "a block adds to each column once: keep its sum until the last row is done");
  // A row belongs to a block, or to a warp.
  constexpr int kWarps = kBlock / 32;
  exercise.written_by(dx, {.warps_at_least = std::min(std::min(rows, kWarps * blocks),
                                                      blocks * std::min<int>(passes, kWarps)),
                           .blocks_at_least = std::min(blocks, (rows + kWarps - 1) / kWarps),
                           .name = "dx"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, n, blocks] : {std::tuple{3, 31, 2},
                                        {1, 1, 1},
                                        {2, 32, 2},
                                        {40, 33, 3},
                                        {7, 256, 7},
                                        {100, 509, 4},
                                        {37, 1009, 5},
                                        {129, 1024, 8}}) {
    const int row_count = rows, length = n, block_count = blocks;
    exercise.twice(std::to_string(rows) + " rows of " + std::to_string(n) + ", " +
                       std::to_string(blocks) + (blocks == 1 ? " block" : " blocks"),
                   [&] {
                     check_rows(exercise, row_count, length, block_count,
                                random_floats(static_cast<std::size_t>(row_count) * length));
                   });
  }
  exercise.begin("a row of zeros between others");
  std::vector<float> numbers = random_floats(5 * 100);
  std::fill_n(numbers.begin() + 200, 100, 0.0f);
  check_rows(exercise, 5, 100, 2, numbers);
  exercise.begin("numbers around 1000");
  numbers = random_floats(20 * 500, 990, 1020);
  check_rows(exercise, 20, 500, 3, numbers);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
