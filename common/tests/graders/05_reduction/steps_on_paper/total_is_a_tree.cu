// log2(n): the whole sum as one tree. But a total is a chain of as many additions as there are blocks.
// rejected by: result
// expect: FAILED  longest chain: your answer is 20
constexpr int kAdditions = 1023;
constexpr int kBarriers = 5;
constexpr int kNeighbouredRound4 = 32;
constexpr int kInterleavedRound4 = 2;
constexpr int kNeighbouredWarps = 191;
constexpr int kInterleavedWarps = 36;
constexpr int kAdditionsToTotal = 256;
constexpr int kLongestChain = 20;
constexpr int kScanAdditions = 1793;
constexpr int kScanMiB = 12;
