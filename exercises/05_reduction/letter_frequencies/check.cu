#include <cctype>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Something to read: all bytes there are, or one letter, small or capital, nearly everywhere.
std::vector<unsigned char> text_of(int n, char frequent) {
  const std::vector<int> bytes = random_ints(n, 0, 255), rare = random_ints(n, 0, 99);
  std::vector<unsigned char> text(n);
  for (int i = 0; i < n; ++i) {
    const bool is_frequent = frequent != 0 && rare[i] > 0;
    text[i] = is_frequent ? (bytes[i] % 2 == 0 ? frequent : std::toupper(frequent)) : bytes[i];
  }
  text[n - 1] = 'z';
  return text;
}

void check(Exercise& exercise, int n, int blocks, char frequent) {
  exercise.begin("count_letters<<<" + std::to_string(blocks) +
                 ", 256>>>, n = " + std::to_string(n) + ", " +
                 (frequent != 0 ? std::string("nearly all ") + frequent : "all bytes"));
  const Buffer<unsigned char> text(text_of(n, frequent));
  text.watch_loads();
  const Buffer<unsigned> counts(std::vector<unsigned>(26));
  std::vector<unsigned> expected(26);
  for (const unsigned char c : text.before()) {
    if (c < 128 && std::isalpha(c)) ++expected[std::tolower(c) - 'a'];
  }
  const Counters counters =
      exercise.run([&] { count_letters<<<blocks, 256>>>(counts.data(), text.data(), n); });
  exercise.expect(counts, expected, {}, "counts");
  exercise.expect(text, text.before(), {}, "text");
  exercise.require(
      !kCountsInsteadOfTimes || blocks == 1 || counters.global_atomic_requests > 0,
      "no atomic operation adds to `counts`, and several blocks do so at the same time: "
      "between a load and a store, volatile or not, another block may have added");
  // An addition is a sector at most: those to neighbouring counts can share one.
  exercise.limit("sectors of atomics in global memory", counters.global_atomic_sectors, 26 * blocks,
                 "a block should add up its own letters, and then add 26 numbers");
  // 32 bytes are a sector, read once; the tail may be read byte by byte.
  exercise.limit("sectors loaded", counters.global_load_sectors, (n + 31) / 32 + blocks + 16,
                 "each byte is read once, and neighbouring lanes read neighbours");
  // None is needed. To add up 32 words with each of 26 lanes that begin in one bank takes 800 in a block.
  exercise.limit(
      "bank conflicts", counters.bank_conflicts, blocks * 32,
      "lanes with equal letters, or letters in one bank, wait for each other, while they count "
      "or when the copies are added up");
  // 16 bytes at a time, a warp has 512 of them at once.
  exercise.loaded_by(
      text, {.per_warp_at_most = std::max(LoadShare::twice_as_many(n, 256 * blocks), 512LL),
             .name = "text",
             .task = "all warps of all blocks should have their share of the text"});
  // Against the average of all warps: one of each block may do what is left to do for it.
  exercise.shared_out(counters, std::floor(5 * counters.issued_blocks / (8 * blocks)) + 250);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int cases[][2] = {{1, 4},    {2, 1},     {31, 4},      {33, 2},    {1009, 4},
                          {5003, 7}, {20011, 1}, {100003, 16}, {300007, 1}};
  for (const auto& [n, blocks] : cases) {
    check(exercise, n, blocks, 0);
    check(exercise, n, blocks, "xqeam"[n % 5]);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
