// A barrier per round: the last warp needs none of the block.
// rejected by: result
// expect: FAILED  barriers: your answer is 10
constexpr int kAdditions = 1023;
constexpr int kBarriers = 10;
constexpr int kNeighbouredRound4 = 32;
constexpr int kInterleavedRound4 = 2;
constexpr int kNeighbouredWarps = 191;
constexpr int kInterleavedWarps = 36;
constexpr int kAdditionsToTotal = 256;
constexpr int kLongestChain = 279;
constexpr int kScanAdditions = 1793;
constexpr int kScanMiB = 12;
