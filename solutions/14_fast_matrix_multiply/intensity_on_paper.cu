// Exercise · intensity_on_paper: what a tile saves, what it takes, and how many of them run at a time.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// C = A × B. A multiply-add is one step of one element's sum; a word has 4 bytes. All sizes are multiples
// of all tiles. A multiprocessor has 65,536 registers and 228 KiB of shared memory for its blocks; each
// block takes 1 KiB more than it asks for. There are 132 multiprocessors.
// TODO (about 14 lines): replace -1 by the number
// A device does 32 · 10^12 multiply-adds of floats in a second and loads 4 · 10^12 bytes from its memory.
// Multiply-adds per word loaded, so that both take the same time:
// why: 4 bytes are a word: 10^12 words in a second
constexpr double kNeededPerWord = 32;
// The smallest square tile per block that has at least as many, its side a power of two:
// why: per step of k, side × side multiply-adds for 2 × side words: side / 2
constexpr int kSideNeeded = 64;

// A block computes a tile of C, in steps of k: multiply-adds per word that it loads from global memory.
// why: 128 × 128 / (128 + 128)
constexpr double kPerWord128x128 = 64;
// why: as many elements, but 64 × 256 / (64 + 256)
constexpr double kPerWord64x256 = 51.2;

// A thread computes a piece of the block's tile in registers: multiply-adds per word that it loads from
// shared memory.
// why: a word of A and a word of B for one
constexpr double kPerShared1x1 = 0.5;
// why: 64 / (8 + 8)
constexpr double kPerShared8x8 = 4;
// why: 64 / (4 + 16)
constexpr double kPerShared4x16 = 3.2;

// 8 × 8 elements per thread, all words come by float4. How many multiply-adds does a warp execute for each
// load from shared memory, counted in instructions?
// why: 64 for 2 + 2 loads
constexpr double kPerVectorLoad = 16;

// Tiles of 128 × 16 floats of A and 16 × 128 of B, three of each at a time: bytes of shared memory.
// why: 3 × (2048 + 2048) × 4
constexpr int kSharedBytes = 49152;
// Blocks of 256 threads with that much shared memory and 128 registers per thread: how many fit on a
// multiprocessor at the same time?
// why: shared memory has room for 228 / (48 + 1) = 4, registers for 65,536 / (256 × 128) = 2
constexpr int kBlocksAtATime = 2;
// The most registers that a thread may have so that three such blocks fit. It is a multiple of 8.
// why: 65,536 / 768 = 85.3
constexpr int kRegistersForThree = 80;

// Tensor cores: how many multiply-adds of the whole warp (one per lane) does one mma.sync.m16n8k16 replace?
// why: 16 × 8 × 16 / 32
constexpr int kReplacedByOne = 64;

// Tiles of 128 × 256, one block per multiprocessor at a time: how many rounds of blocks do C of 4096 × 4096
// and of 4096 × 4352 elements take? (A round counts even if it has only one block.)
// why: 32 × 16 = 512 blocks, 512 / 132 = 3.9
constexpr int kRounds4096 = 4;
// why: 32 × 17 = 544 blocks, 544 / 132 = 4.1
constexpr int kRounds4352 = 5;
// END
