#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    exercise.begin("n = " + std::to_string(n));
    const Buffer<float> x(random_floats(n)), y(random_floats(n)), z(random_floats(n));
    const Buffer<float> points(3LL * n);
    const Counters counters = exercise.run([&] {
      interleave<<<(n + kBlock - 1) / kBlock, kBlock>>>(points.data(), x.data(), y.data(), z.data(),
                                                        n);
    });
    const Buffer<float>* const planes[] = {&x, &y, &z};
    exercise.expect(points, [&](long long i) { return planes[i % 3]->before()[i / 3]; },
                    {.columns = 3});
    // A sector is 8 floats, and each of them is loaded or stored as a whole, once.
    exercise.limit("sectors loaded", counters.global_load_sectors, 3 * ((n + 7) / 8),
                   "each sector of x, y and z is needed once, by neighbouring lanes");
    exercise.limit("sectors stored", counters.global_store_sectors, (3 * n + 7) / 8,
                   "neighbouring lanes should store neighbouring floats, of whatever points");
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "lanes of a warp want different words of the same bank");
  }
  return exercise.verdict();
}
