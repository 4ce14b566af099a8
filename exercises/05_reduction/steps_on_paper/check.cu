#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int log2_of(int n) { return n == 1 ? 0 : 1 + log2_of(n / 2); }

// Does thread t of a block add in this round? Round 0 is the first one.
struct Neighboured {
  __device__ static bool adds(int t, int round) { return t % (2 << round) == 0; }
};
struct Interleaved {
  __device__ static bool adds(int t, int round) { return t < int(blockDim.x >> (round + 1)); }
};
struct HillisSteele {
  __device__ static bool adds(int t, int round) { return t >= 1 << round; }
};

// Instead of adding, notes who would: how many threads, and which of the 32 warps in each round.
template <class Way>
__global__ void note(int* additions, int* warps, int rounds) {
  const int t = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (!Way::adds(t, round)) continue;
    atomicAdd(additions, 1);
    warps[32 * round + t / 32] = 1;
  }
}

struct Notes {
  double additions, warps, warps_in_round_4;
};

template <class Way>
Notes run_and_note(Exercise& exercise, int threads) {
  const int rounds = log2_of(threads);
  const Buffer<int> additions(std::vector<int>(1)), warps(std::vector<int>(32 * rounds));
  exercise.run([&] { note<Way><<<1, threads>>>(additions.data(), warps.data(), rounds); });
  const std::vector<int> at_work = warps.read();
  const auto round_4 = at_work.begin() + 3 * 32;
  return {double(additions.read()[0]), double(std::count(at_work.begin(), at_work.end(), 1)),
          double(std::count(round_4, round_4 + 32, 1))};
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  const Notes neighboured = run_and_note<Neighboured>(exercise, 1024);
  const Notes interleaved = run_and_note<Interleaved>(exercise, 1024);
  exercise.answer("additions", kAdditions, neighboured.additions, 0,
                  "each addition makes one sum of two: how many are gone when one is left?");
  exercise.answer(
      "barriers", kBarriers, log2_of(1024) - log2_of(64) + 1, 0,
      "how many rounds does the block make until 64 sums are left, and what comes after them?");
  exercise.answer("neighboured, round 4", kNeighbouredRound4, neighboured.warps_in_round_4, 0,
                  "is there a warp of which no t is a multiple of 16?");
  exercise.answer("interleaved, round 4", kInterleavedRound4, interleaved.warps_in_round_4, 0,
                  "which warps have threads with t < 64?");
  exercise.answer("neighboured, all rounds", kNeighbouredWarps, neighboured.warps, 0,
                  "from which round on are there warps in which no thread adds, and how many are "
                  "left in each?");
  exercise.answer("interleaved, all rounds", kInterleavedWarps, interleaved.warps, 0,
                  "how many threads add in each round, and how many warps are that at least?");
  const int n = 1 << 20, threads = 256, by_thread = 16, blocks = n / (threads * by_thread);
  exercise.answer("additions to the total", kAdditionsToTotal, blocks, 0,
                  "how many numbers does one block add up?");
  // The first number is in the register without an addition, but the total begins with 0.
  exercise.answer("longest chain", kLongestChain, by_thread - 1 + log2_of(threads) + blocks, 0,
                  "how many additions are there in the thread, in the tree, and then to the total "
                  "until the last block has added?");
  exercise.answer("additions of the scan", kScanAdditions,
                  run_and_note<HillisSteele>(exercise, 256).additions, 0,
                  "in the round with offset d, which numbers have none to add?");
  exercise.answer("MiB of the scan", kScanMiB, 3.0 * sizeof(float) * n / (1 << 20), 0,
                  "how often is each float read, and how often is one written?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
