#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    const Buffer<float> x(random_floats(n)), y(random_floats(n));
    std::vector<float> map = random_floats(6, 1, 2);
    // What one launch makes of the points with the map as it has to be now.
    const auto check = [&](const std::string& name, const auto& set) {
      exercise.begin("n = " + std::to_string(n) + ", " + name);
      const Buffer<float> new_x(n), new_y(n);
      const Counters counters = exercise.run([&] {
        set();
        move_points<<<(n + 255) / 256, 256>>>(new_x.data(), new_y.data(), x.data(), y.data(), n);
      });
      const auto expected = [&](int p, int q, int shift) {
        return [=, &map, &x, &y](long long i) {
          return map[p] * x.before()[i] + map[q] * y.before()[i] + map[shift];
        };
      };
      const Comparison close = {.absolute = 1e-5};
      exercise.expect(new_x, expected(0, 1, 4), close, "new_x");
      exercise.expect(new_y, expected(2, 3, 5), close, "new_y");
      // x and y, in each of two lines of source. The six would be 6 more.
      exercise.limit("load requests", counters.global_load_requests, 4.0 * ((n + 31) / 32),
                     "the six numbers are read from global memory");
    };
    check("first map", [&] { set_map(map.data()); });
    map[4] = -3, map[5] = 5;
    check("other shift", [&] { set_shift(map[4], map[5]); });
    map = random_floats(6, 1, 2);
    check("other map", [&] { set_map(map.data()); });
  }
  return exercise.verdict();
}
