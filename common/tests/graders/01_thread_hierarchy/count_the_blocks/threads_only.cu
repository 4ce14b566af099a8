// Looks at the number of threads alone.
// rejected by: result
// expect: FAILED  32 threads: your answer is 64
constexpr int kBlocksOf768Threads = 2;
constexpr int kBlocksOf32Threads = 64;
constexpr int kBlocksOf256With64Registers = 8;
constexpr int kBlocksOf128With100KiBShared = 16;
