// 2048 / 768 is 2.67, and there is no third of a block.
// rejected by: result
// expect: FAILED  768 threads: your answer is 3
constexpr int kBlocksOf768Threads = 3;
constexpr int kBlocksOf32Threads = 32;
constexpr int kBlocksOf256With64Registers = 4;
constexpr int kBlocksOf128With100KiBShared = 2;
