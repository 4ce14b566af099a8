// Exercise · steps_on_paper: what do a tree, a total and a scan cost?
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// TODO (about 10 lines): replace -1 by the number
// A block of 1024 threads adds up 1024 numbers as a tree, 2 of them in each addition.
constexpr int kAdditions = -1;          // of all threads together
constexpr int kBarriers = -1;           // __syncthreads(), if one warp adds up the last 64 sums
constexpr int kNeighbouredRound4 = -1;  // warps with an addition in the 4th round: t % 16 == 0
constexpr int kInterleavedRound4 = -1;  // the same with t < 64
constexpr int kNeighbouredWarps = -1;   // warps with an addition, added up over all rounds
constexpr int kInterleavedWarps = -1;   // the same
// 2^20 floats, blocks of 256 threads. Each thread adds up 16 numbers in a register, the block adds up
// its 256 sums as a tree, and thread 0 adds the sum of the block to a total with atomicAdd.
constexpr int kAdditionsToTotal = -1;
constexpr int kLongestChain = -1;  // additions that one number goes through, at most
// An inclusive scan.
constexpr int kScanAdditions = -1;  // Hillis and Steele, 256 numbers
constexpr int kScanMiB = -1;        // read and written by the three launches for 2^20 floats
// END
