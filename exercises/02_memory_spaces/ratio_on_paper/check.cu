#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kM = 256, kK = 192, kN = 512;

// The floats that all blocks load if each computes rows × columns of C: for every one of the k
// steps of the sum, a column of A as high as the block and a row of B as wide as it.
double floats_loaded(int rows, int columns) {
  double floats = 0;
  for (int y = 0; y < kM; y += rows) {
    for (int x = 0; x < kN; x += columns) floats += 1.0 * kK * (rows + columns);
  }
  return floats;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const double flops = 2.0 * kM * kN * kK;
  const auto two_tiles = [](int tile) { return 2 * tile * tile * static_cast<int>(sizeof(float)); };
  const int reserved = 1024, by_shared = 228 * 1024 / (two_tiles(64) + reserved);
  exercise.answer("floats loaded, naive", kFloatsLoadedNaive, floats_loaded(1, 1), 0,
                  "how many floats, not bytes, does the thread of one element load, and how many "
                  "elements are there?");
  exercise.answer("floats loaded, tiles of 16 × 16", kFloatsLoadedTiles16, floats_loaded(16, 16), 0,
                  "how many threads of its block use a float that a block has loaded once?");
  exercise.answer("flops per loaded byte, tiles of 32 × 32", kFlopsPerLoadedByteTiles32,
                  flops / (sizeof(float) * floats_loaded(32, 32)), 0,
                  "how many flops are there in all, and how many bytes are loaded, 4 for each "
                  "float?");
  exercise.answer("bytes of shared memory per block, tiles of 32 × 32", kSharedBytesTiles32,
                  two_tiles(32), 0,
                  "how many tiles has a block at a time, of how many bytes each?");
  exercise.answer("floats loaded, a block for 32 rows × 128 columns", kFloatsLoaded32x128,
                  floats_loaded(32, 128), 0,
                  "how many blocks need an element of A, each 128 columns wide, and how many an "
                  "element of B, each 32 rows high?");
  exercise.answer("resident blocks, tiles of 64 × 64", kResidentBlocksTiles64,
                  std::min(2048 / 256, by_shared), 0,
                  "how much shared memory does a block take in all, what it does not ask for "
                  "included, and how many blocks have room?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
