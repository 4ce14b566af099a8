// Exercise · intensity_on_paper: what a tile saves, what it takes, and how many of them run at a time.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// C = A × B. A multiply-add is one step of one element's sum; a word has 4 bytes. All sizes are multiples
// of all tiles. A multiprocessor has 65,536 registers and 228 KiB of shared memory for its blocks; each
// block takes 1 KiB more than it asks for. There are 132 multiprocessors.
// TODO (about 14 lines): replace -1 by the number
// A device does 32 · 10^12 multiply-adds of floats in a second and loads 4 · 10^12 bytes from its memory.
// Multiply-adds per word loaded, so that both take the same time:
constexpr double kNeededPerWord = -1;
// The smallest square tile per block that has at least as many, its side a power of two:
constexpr int kSideNeeded = -1;

// A block computes a tile of C, in steps of k: multiply-adds per word that it loads from global memory.
constexpr double kPerWord128x128 = -1;
constexpr double kPerWord64x256 = -1;

// A thread computes a piece of the block's tile in registers: multiply-adds per word that it loads from
// shared memory.
constexpr double kPerShared1x1 = -1;
constexpr double kPerShared8x8 = -1;
constexpr double kPerShared4x16 = -1;

// 8 × 8 elements per thread, all words come by float4. How many multiply-adds does a warp execute for each
// load from shared memory, counted in instructions?
constexpr double kPerVectorLoad = -1;

// Tiles of 128 × 16 floats of A and 16 × 128 of B, three of each at a time: bytes of shared memory.
constexpr int kSharedBytes = -1;
// Blocks of 256 threads with that much shared memory and 128 registers per thread: how many fit on a
// multiprocessor at the same time?
constexpr int kBlocksAtATime = -1;
// The most registers that a thread may have so that three such blocks fit. It is a multiple of 8.
constexpr int kRegistersForThree = -1;

// Tensor cores: how many multiply-adds of the whole warp (one per lane) does one mma.sync.m16n8k16 replace?
constexpr int kReplacedByOne = -1;

// Tiles of 128 × 256, one block per multiprocessor at a time: how many rounds of blocks do C of 4096 × 4096
// and of 4096 × 4352 elements take? (A round counts even if it has only one block.)
constexpr int kRounds4096 = -1;
constexpr int kRounds4352 = -1;
// END
