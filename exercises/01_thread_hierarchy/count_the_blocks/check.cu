#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// The four limits of compute capability 9.0; shared memory in KiB, 1 KiB of it per block for the system.
int resident_blocks(int threads, int registers, int shared_kib) {
  const int warps = (threads + 31) / 32;
  const int by_warps = 64 / warps, by_blocks = 32;
  const int by_registers = 65536 / (registers * 32 * warps);
  const int by_shared = 228 / (shared_kib + 1);
  return std::min({by_warps, by_blocks, by_registers, by_shared});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.answer("768 threads", kBlocksOf768Threads, resident_blocks(768, 32, 0), 0,
                  "does a part of a block fit where there is no room for all of it?");
  exercise.answer("32 threads", kBlocksOf32Threads, resident_blocks(32, 32, 0), 0,
                  "how many blocks may there be at most, however small they are?");
  exercise.answer("256 threads with 64 registers", kBlocksOf256With64Registers,
                  resident_blocks(256, 64, 0), 0, "how many registers has a whole block?");
  exercise.answer("128 threads with 100 KiB of shared memory", kBlocksOf128With100KiBShared,
                  resident_blocks(128, 32, 100), 0, "what does a block take beside its 100 KiB?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
