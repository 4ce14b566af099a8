#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

void check(Exercise& exercise, int first, int last, int blocks, int threads) {
  exercise.begin("square<<<" + std::to_string(blocks) + ", " + std::to_string(threads) +
                 ">>>, elements " + std::to_string(first) + " to " + std::to_string(last - 1));
  const Buffer<float> values(random_floats(last + 5));
  const auto is_meant = [&](long long i) { return i >= first && i < last; };
  const Counters counters =
      exercise.run([&] { square<<<blocks, threads>>>(values.data(), first, last); });
  exercise.expect(values, [&](long long i) {
    const float before = values.before()[i];
    return is_meant(i) ? before * before : before;
  });
  exercise.limit("sectors per load", counters.sectors_per_load(), 5,
                 "the 32 lanes of a warp do not read neighbours");
  // All warps, if there are enough elements for them, and none twice as many as the others.
  const int n = last - first, warps = blocks * ((threads + 31) / 32);
  exercise.written_by(values, {.warps_at_least = std::clamp(n / 128, 1, warps),
                               .blocks_at_least = std::clamp(n / 1024, 1, blocks),
                               .per_warp_at_most = 2 * n / warps + 128,
                               .where = is_meant,
                               .name = "values"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) check(exercise, 0, n, 4, 64);
  for (const int n : {1, 77, 5003}) {
    check(exercise, 1000, 1000 + n, 4, 64);
    check(exercise, 13, 13 + n, 1, 1);
    check(exercise, 13, 13 + n, 3, 96);
    check(exercise, 13, 13 + n, 64, 1024);
  }
  return exercise.verdict();
}
