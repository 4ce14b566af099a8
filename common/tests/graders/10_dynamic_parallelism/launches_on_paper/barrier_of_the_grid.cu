// Takes __syncthreads for a barrier of all blocks.
// rejected by: result
// expect: FAILED  kSureWithBarrier: your answer is 256, which is not it
constexpr int kTreeGrids = 7;
constexpr int kTreeBlocks = 15;
constexpr int kTreeDepth = 3;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 4;
constexpr int kRowsBlocks = 40;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 9;
constexpr int kX = 52;
constexpr int kSureAsItIs = 1;
constexpr int kSureWithBarrier = 256;
constexpr int kSureInTail = 256;
