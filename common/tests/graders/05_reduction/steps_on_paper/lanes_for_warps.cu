// In round 4 each warp has 2 lanes left at work; the question is how many warps.
// rejected by: result
// expect: FAILED  neighboured, round 4: your answer is 2
constexpr int kAdditions = 1023;
constexpr int kBarriers = 5;
constexpr int kNeighbouredRound4 = 2;
constexpr int kInterleavedRound4 = 2;
constexpr int kNeighbouredWarps = 191;
constexpr int kInterleavedWarps = 36;
constexpr int kAdditionsToTotal = 256;
constexpr int kLongestChain = 279;
constexpr int kScanAdditions = 1793;
constexpr int kScanMiB = 12;
