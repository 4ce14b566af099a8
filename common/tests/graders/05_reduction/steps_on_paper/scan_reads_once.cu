// The sums are made in the second reading; each float is read twice and written once.
// rejected by: result
// expect: FAILED  MiB of the scan: your answer is 8
constexpr int kAdditions = 1023;
constexpr int kBarriers = 5;
constexpr int kNeighbouredRound4 = 32;
constexpr int kInterleavedRound4 = 2;
constexpr int kNeighbouredWarps = 191;
constexpr int kInterleavedWarps = 36;
constexpr int kAdditionsToTotal = 256;
constexpr int kLongestChain = 279;
constexpr int kScanAdditions = 1793;
constexpr int kScanMiB = 8;
