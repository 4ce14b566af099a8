#include <cctype>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

// Something to read: all bytes there are, or one letter nearly everywhere.
std::vector<unsigned char> text_of(int n, bool is_skewed) {
  const std::vector<int> bytes = random_ints(n, 0, 255), rare = random_ints(n, 0, 99);
  std::vector<unsigned char> text(n);
  for (int i = 0; i < n; ++i) text[i] = is_skewed && rare[i] > 0 ? "eE"[bytes[i] % 2] : bytes[i];
  text[n - 1] = 'z';
  return text;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 31, 32, 33, 1009, 20011, 300007}) {
    for (const bool is_skewed : {false, true}) {
      constexpr int kBlocks = 4;
      exercise.begin("n = " + std::to_string(n) + (is_skewed ? ", nearly all e" : ", all bytes"));
      const Buffer<unsigned char> text(text_of(n, is_skewed));
      const Buffer<unsigned> counts(std::vector<unsigned>(26));
      std::vector<unsigned> expected(26);
      for (const unsigned char c : text.before()) {
        if (c < 128 && std::isalpha(c)) ++expected[std::tolower(c) - 'a'];
      }
      const Counters counters = exercise.run(
          [&] { count_letters<<<kBlocks, kThreads>>>(counts.data(), text.data(), n); });
      exercise.expect(counts, expected);
      exercise.expect(text, text.before(), {}, "text");
      // An addition is a sector at most: those to neighbouring counts can share one.
      exercise.limit("sectors of atomics in global memory", counters.global_atomic_sectors,
                     26 * kBlocks,
                     "a block should add up its own letters, and then add 26 numbers");
      // 32 bytes are a sector, read once; the tail may be read byte by byte.
      exercise.limit("sectors loaded", counters.global_load_sectors, (n + 31) / 32 + kBlocks,
                     "each byte is read once, and neighbouring lanes read neighbours");
      // Whatever it takes to add up 32 × 26 words, they are not more than 32 × 32 turns in a block.
      exercise.limit("bank conflicts", counters.bank_conflicts, kBlocks * 32 * 32,
                     "lanes with equal letters, or letters in one bank, wait for each other");
    }
  }
  return exercise.verdict();
}
