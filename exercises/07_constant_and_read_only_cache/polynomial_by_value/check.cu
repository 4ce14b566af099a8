#include <limits>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int n, degree;
  } cases[] = {{1, 0}, {31, 1}, {32, 2}, {33, 15}, {2, 3}, {1009, 7}, {20011, 4}, {100003, 11}};
  for (const auto& [n, degree] : cases) {
    exercise.begin("n = " + std::to_string(n) + ", degree " + std::to_string(degree));
    // What lies behind coefficient number `degree` belongs to no polynomial: numbers, or none.
    const float nothing = n % 2 == 0 ? 1e6f : std::numeric_limits<float>::quiet_NaN();
    Polynomial p = {};
    p.degree = degree;
    const std::vector<float> coefficients = random_floats(kMaxDegree + 1, 1, 2);
    for (int k = 0; k <= kMaxDegree; ++k) {
      p.coefficients[k] = k <= degree ? (k % 3 == 1 ? -1 : 1) * coefficients[k] : nothing;
    }
    const std::vector<float> nodes = random_floats(kMaxDegree, -0.5f, 0.5f);
    for (int k = 0; k < kMaxDegree; ++k) p.nodes[k] = k < degree ? nodes[k] : nothing;
    const Buffer<float> x(random_floats(n, -0.5f, 0.5f)), y(n);
    const Counters counters = exercise.run([&] { launch_polynomial(y.data(), x.data(), n, p); });
    const auto value = [&](long long i) {
      double sum = p.coefficients[degree];
      for (int k = degree - 1; k >= 0; --k) {
        sum = sum * (double{x.before()[i]} - p.nodes[k]) + p.coefficients[k];
      }
      return sum;
    };
    const auto value_in_powers = [&](long long i) {
      double sum = 0;
      for (int k = degree; k >= 0; --k) sum = sum * x.before()[i] + p.coefficients[k];
      return sum;
    };
    const Comparison comparison = {.relative = 1e-4, .absolute = 1e-4};
    const std::vector<float> got = y.read();
    const auto is = [&](const auto& expected) {
      return first_difference(got.data(), n, expected, comparison).empty();
    };
    exercise.require(
        is(value) || !is(value_in_powers),
        "y is c[0] + c[1] x + c[2] x² + …: these are the powers of x, and Newton's form has "
        "products of differences, x - nodes[k]");
    exercise.expect(y, value, comparison);
    exercise.expect(x, x.before(), {}, "x");
    if (n < 1000) continue;  // a warp is enough for few
    exercise.written_by(y, Share::up_to_four(n, "y"));
    exercise.written_by(y, {.per_warp_at_most = n / 8 + 256, .name = "y"});
    exercise.limit_of_model(
        "bytes copied or set", counters.copied_bytes, 0,
        "the launch brings its arguments with it; nothing has to be copied before");
    exercise.limit_of_model(
        "requests to a constant variable", counters.constant_requests, 0,
        "a symbol has to be filled before each launch; an argument comes with it");
    // Three more: an answer that loads four numbers at a time may load the last ones one by one.
    exercise.limit("sectors loaded", counters.global_load_sectors, (n + 7) / 8 + 3,
                   "x is read once, by neighbouring lanes, and no coefficient is in global memory");
    exercise.limit("requests to local memory",
                   counters.local_load_requests + counters.local_store_requests, 0,
                   "no thread needs an array of its own, be it a copy of the polynomial or one of "
                   "products: all can read the parameter");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
