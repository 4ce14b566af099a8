// Exercise · count_the_blocks: how many blocks are resident on one multiprocessor of an H200?
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// TODO (about 4 lines): replace -1 by the number of blocks
constexpr int kBlocksOf768Threads = 2;           // 32 registers per thread, no shared memory
constexpr int kBlocksOf32Threads = 32;           // 32 registers per thread, no shared memory
constexpr int kBlocksOf256With64Registers = 4;   // 64 registers per thread, no shared memory
constexpr int kBlocksOf128With100KiBShared = 2;  // 32 registers, 100 KiB of shared memory each
// END
