#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    exercise.begin("n = " + std::to_string(n));
    const int value = n % 4, before = random_ints(1)[0], blocks = (n + 255) / 256;
    std::vector<int> numbers = random_ints(n, 0, 3);
    numbers[n - 1] = value;  // the last number matches
    const auto matches = std::count(numbers.begin(), numbers.end(), value);
    const Buffer<int> in(numbers), count(std::vector<int>{before});
    const Counters counters =
        exercise.run([&] { count_equal<<<blocks, 256>>>(count.data(), in.data(), value, n); });
    exercise.expect(
        count, [&](long long) { return static_cast<int>(before + matches); }, {},
        "count, which was " + std::to_string(before));
    exercise.expect(in, in.before(), {}, "in");
    // Each addition to one address is a turn, and a turn is a sector.
    exercise.limit("additions to *count", counters.global_atomic_sectors, blocks,
                   "a block should add up its own matches first, and add once");
    // One for 32 numbers; as many again leave room for who looks at *count first.
    exercise.limit("load requests", counters.global_load_requests, 2.0 * ((n + 31) / 32),
                   "each thread has one number to read, and 32 threads make one request");
  }
  return exercise.verdict();
}
