#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 256, 257, 1009, Exercise::kLarge}) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> x(random_floats(n)), y(random_floats(n)), z(random_floats(n));
    const Buffer<float> points(3LL * n);
    const int blocks = (n + 255) / 256;
    const Counters counters = exercise.run(
        [&] { interleave<<<blocks, 256>>>(points.data(), x.data(), y.data(), z.data(), n); });
    const Buffer<float>* const planes[] = {&x, &y, &z};
    exercise.expect(
        points, [&](long long i) { return planes[i % 3]->before()[i / 3]; }, {.columns = 3},
        "points");
    exercise.expect(x, x.before(), {}, "x");
    exercise.expect(y, y.before(), {}, "y");
    exercise.expect(z, z.before(), {}, "z");
    // A thread may store up to eight floats, of the 768 of its block.
    exercise.written_by(
        points,
        {.warps_at_least = std::max(3 * n / 256, 1), .blocks_at_least = blocks, .name = "points"});
    // A sector is 8 floats, and each of them is loaded or stored as a whole, once. A thread that moves 4
    // floats at a time moves the last three singly.
    exercise.limit("sectors loaded", counters.global_load_sectors, 3 * ((n + 7) / 8 + 3),
                   "each sector of x, y and z is needed once, by neighbouring lanes");
    exercise.limit("sectors stored", counters.global_store_sectors, (3 * n + 7) / 8 + 3,
                   "neighbouring lanes should store neighbouring floats, of whatever points");
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "lanes of a warp want different words of the same bank");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
