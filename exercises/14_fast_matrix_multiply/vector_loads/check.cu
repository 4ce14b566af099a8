#include "tutorial/exercise.cuh"
#include "tutorial/product.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<float> in_rows(const std::vector<float>& matrix, int columns, int ld) {
  const float nan = std::nanf("");
  std::vector<float> rows(matrix.size() / columns * ld, nan);
  for (std::size_t i = 0; i < matrix.size(); ++i) rows[i / columns * ld + i % columns] = matrix[i];
  return rows;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][3] = {{64, 64, 64}, {1, 1, 1},   {2, 3, 5},    {33, 31, 34},
                           {31, 70, 66}, {65, 2, 99}, {40, 35, 97}, {96, 97, 41}};
  for (const auto& [m, n, k] : shapes) {
    exercise.begin("C of " + std::to_string(m) + " × " + std::to_string(n) + ", sums of " +
                   std::to_string(k));
    const auto padded = [](int columns) { return (columns + 3) / 4 * 4; };
    const Shape s = {m, n, k, padded(k), padded(n)};
    const std::vector<float> of_a = random_floats(m * k), of_b = random_floats(k * n);
    const Buffer<float> a(in_rows(of_a, k, s.lda)), b(in_rows(of_b, n, s.ldb)), c(m * n);
    const Counters counters =
        exercise.run([&] { launch_multiply(c.data(), a.data(), b.data(), s); });
    const std::vector<float> product = product_on_host<float>(of_a, of_b, n, k);
    exercise.expect(c, product, {.absolute = 4e-6 * (k + 1), .columns = n}, "c");
    const int steps = (k + kSide - 1) / kSide, columns = (n + kSide - 1) / kSide,
              rows = (m + kSide - 1) / kSide, blocks = rows * columns;
    exercise.written_by(c, {.warps_at_least = m * n / 512, .blocks_at_least = blocks, .name = "c"});
    // Of eight warps, a vector of A and one of B for each step; up to three more loads at an edge.
    const bool is_even = k % kSide == 0 && n % kSide == 0;
    const int of_a_in_all = blocks * steps + (k % 4 > 0 ? 3 * blocks : 0),
              of_b_in_all = blocks * steps + (n % 4 > 0 ? 3 * rows * steps : 0);
    exercise.limit("loads from global memory", counters.global_load_requests,
                   8.0 * (of_a_in_all + of_b_in_all),
                   is_even ? "a vector of A and one of B are enough for a thread in a step"
                           : "only the last vector of a row may be loaded by elements");
    exercise.limit("stores to shared memory", counters.shared_store_requests,
                   8.0 * 2 * blocks * steps, "a vector is one store");
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "eight neighbouring threads should store the eight vectors of a row");
    exercise.limit_busiest_warp(counters, 600.0 * steps + 200);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
