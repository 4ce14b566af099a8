#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check(Exercise& exercise, int value, std::vector<int> numbers) {
  const int n = static_cast<int>(numbers.size()), blocks = (n + 255) / 256;
  exercise.begin("n = " + std::to_string(n) + ", value " + std::to_string(value));
  numbers[n - 1] = value;  // the last number matches
  const int before = random_ints(1)[0];
  const auto matches = std::count(numbers.begin(), numbers.end(), value);
  const Buffer<int> in(numbers), count(std::vector<int>{before});
  const Counters counters =
      exercise.run([&] { count_equal<<<blocks, 256>>>(count.data(), in.data(), value, n); });
  exercise.expect(
      count, [&](long long) { return static_cast<int>(before + matches); }, {},
      "count, which was " + std::to_string(before));
  exercise.expect(in, in.before(), {}, "in");
  // Each addition to one address counts as a sector.
  exercise.limit("additions to *count", counters.global_atomic_sectors, blocks,
                 "a block should add up its own matches first, and add once");
  // One for 32 numbers; as many again leave room for who looks at *count first, and 3 for who reads 4
  // numbers at a time, and the last ones singly.
  exercise.limit("load requests", counters.global_load_requests, 2.0 * ((n + 31) / 32) + 3,
                 "each thread has one number to read, and 32 threads make one request");
  // One of eight warps may do all that the block has to do after counting.
  exercise.shared_out(counters, std::floor(10 * counters.issued_blocks / (8 * blocks)) + 50);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 256, 257, 1009, Exercise::kLarge, 200003}) {
    const std::vector<int> digits = random_ints(n, -1, 2);
    check(exercise, digits[n / 2], digits);
    if (n <= Exercise::kLarge) check(exercise, random_ints(1)[0], random_ints(n));
  }
  // Neighbours that a float, or a part of an int, cannot tell apart.
  for (const int value : {(1 << 24) + 1, -(1 << 30), 0}) {
    std::vector<int> numbers = random_ints(1009, -2, 2);
    for (int& number : numbers) number = number == 2 ? value ^ (1 << 16) : value + number;
    check(exercise, value, numbers);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
