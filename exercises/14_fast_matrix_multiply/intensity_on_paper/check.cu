#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Multiply-adds and loaded words of one step of k in a tile, counted one by one.
double per_word(int rows, int columns) {
  int multiply_adds = 0, words = 0;
  for (int i = 0; i < rows; ++i) {
    ++words;
    for (int j = 0; j < columns; ++j) ++multiply_adds;
  }
  for (int j = 0; j < columns; ++j) ++words;
  return 1.0 * multiply_adds / words;
}

int rounds(int rows, int columns) {
  const int blocks = rows / 128 * (columns / 256), multiprocessors = 132;
  int rounds = 0;
  for (int left = blocks; left > 0; left -= multiprocessors) ++rounds;
  return rounds;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const double needed = 32e12 / (4e12 / sizeof(float));
  exercise.answer("kNeededPerWord", kNeededPerWord, needed, 1e-9,
                  "how many words does the device load in a second?");
  int side = 1;
  while (per_word(side, side) < needed) side *= 2;
  exercise.answer(
      "kSideNeeded", kSideNeeded, side, 0,
      "in one step of k, how many words does a tile need, and how many multiply-adds do "
      "they make?");
  exercise.answer("kPerWord128x128", kPerWord128x128, per_word(128, 128), 1e-9,
                  "a step needs a column of A's tile and a row of B's");
  exercise.answer("kPerWord64x256", kPerWord64x256, per_word(64, 256), 1e-9,
                  "the tile has as many elements as the one before. Has it as many words to load?");
  exercise.answer("kPerShared1x1", kPerShared1x1, per_word(1, 1), 1e-9,
                  "what does one multiply-add read?");
  exercise.answer("kPerShared8x8", kPerShared8x8, per_word(8, 8), 1e-9,
                  "a word of A serves a row of the thread's elements, a word of B a column");
  exercise.answer("kPerShared4x16", kPerShared4x16, per_word(4, 16), 1e-9,
                  "a word of A serves a row of the thread's elements, a word of B a column");
  exercise.answer("kPerVectorLoad", kPerVectorLoad, 64 / ((8 + 8) / 4.0), 1e-9,
                  "how many words come with one float4, and how many float4 are 8 + 8 words?");
  const int bytes = 3 * (128 * 16 + 16 * 128) * static_cast<int>(sizeof(float));
  exercise.answer("kSharedBytes", kSharedBytes, bytes, 0,
                  "there are three tiles of A and three of B, and a float has 4 bytes");
  const int by_shared = 228 * 1024 / (bytes + 1024), by_registers = 65536 / (256 * 128);
  exercise.answer("kBlocksAtATime", kBlocksAtATime, std::min(by_shared, by_registers), 0,
                  "which is short first, shared memory or the registers of all threads?");
  exercise.answer("kRegistersForThree", kRegistersForThree, 65536 / (3 * 256) / 8 * 8, 0,
                  "how many threads are three blocks, and which multiple of 8 is not too much?");
  exercise.answer("kReplacedByOne", kReplacedByOne, 16 * 8 * 16 / 32, 0,
                  "m16n8k16 multiplies 16 × 16 by 16 × 8 elements. How many lanes share that?");
  exercise.answer("kRounds4096", kRounds4096, rounds(4096, 4096), 0,
                  "how many tiles are there, and how many of them are computed at a time?");
  exercise.answer("kRounds4352", kRounds4352, rounds(4096, 4352), 0,
                  "one more column of tiles: are all of them still in the last round?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
