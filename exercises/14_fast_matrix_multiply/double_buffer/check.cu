#include "tutorial/exercise.cuh"
#include "tutorial/product.cuh"

#include "tutorial/watched_pipeline.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<float> in_rows(const std::vector<float>& matrix, int columns, int ld) {
  const float nan = std::nanf("");  // a kernel that computes with the padding is found
  std::vector<float> rows(matrix.size() / columns * ld, nan);
  for (std::size_t i = 0; i < matrix.size(); ++i) rows[i / columns * ld + i % columns] = matrix[i];
  return rows;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][3] = {{64, 64, 128}, {32, 32, 32}, {1, 1, 1},    {33, 31, 33},
                           {31, 70, 65},  {65, 2, 100}, {40, 35, 97}, {128, 96, 320}};
  for (const auto& [m, n, k] : shapes) {
    exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                   std::to_string(k));
    const auto padded = [](int columns) { return (columns + 3) / 4 * 4; };
    const Shape s = {m, n, k, padded(k), padded(n)};
    const std::vector<float> of_a = random_floats(m * k), of_b = random_floats(k * n);
    std::vector<float> activated = of_a;
    for (float& element : activated) element = std::max(element, 0.0f);
    const Buffer<float> a(in_rows(of_a, k, s.lda)), b(in_rows(of_b, n, s.ldb)), c(m * n);
    const auto launch = [&] { launch_multiply(c.data(), a.data(), b.data(), s); };
    const Counters counters = exercise.run(launch);
    const Comparison comparison = {.absolute = 4e-6 * (k + 1), .columns = n};
    const std::vector<float> product = product_on_host<float>(activated, of_b, n, k);
    const std::vector<float> got = c.read();
    const auto is = [&](const std::vector<float>& product) {
      return first_difference(got.data(), c.size(), product, comparison).empty();
    };
    exercise.require(
        is(product) || !is(product_on_host<float>(of_a, of_b, n, k)),
        "c is A × B, and it should be max(A, 0) × B: the elements of A that are below 0 "
        "take part. When can a thread activate() what it has copied?");
    exercise.expect(c, product, comparison, "c");
    const int steps = (k + kSide - 1) / kSide, blocks = (m + 31) / 32 * ((n + 31) / 32);
    exercise.written_by(c, {.warps_at_least = m * n / 512, .blocks_at_least = blocks, .name = "c"});
    // A row of a tile is 128 bytes: 4 sectors, or 5 if it begins within one. Not on a GPU, which counts loads of
    // the watch, too.
    const bool begin_with_sectors = s.lda % 8 == 0 && s.ldb % 8 == 0;
    exercise.limit_of_model("sectors loaded from global memory", counters.global_load_sectors,
                            2.0 * kSide * steps * blocks * (begin_with_sectors ? 4 : 5),
                            "each pair of tiles is copied once");
    exercise.limit_busiest_warp(counters, 600.0 * steps + 300);
    if (exercise.failed()) continue;

    const pipelines::Watched seen = pipelines::watch([&] { exercise.run(launch); });
    exercise.require(seen.copies > 0 && seen.multiply_adds > 0,
                     "use start_copies and multiply_add");
    const int per_step = 4 * kSide, alone = (seen.alone + per_step - 1) / per_step;
    exercise.require(alone <= 1,
                     "in " + std::to_string(alone) + " of " + std::to_string(steps) +
                         " steps no copy is in flight while the block computes; only in the last "
                         "one there is nothing left to copy");
    exercise.require(seen.barriers <= steps + 1,
                     std::to_string(seen.barriers) + " barriers for " + std::to_string(steps) +
                         " steps: with two pairs of tiles, one barrier per step is enough, and "
                         "activate() needs none of its own");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
