// Takes a grid of two blocks for one parent, though each block launches.
// rejected by: result
// expect: FAILED  kTreeGrids: your answer is 3, which is not it
constexpr int kTreeGrids = 3;
constexpr int kTreeBlocks = 7;
constexpr int kTreeDepth = 3;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 4;
constexpr int kRowsBlocks = 40;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 9;
constexpr int kX = 52;
constexpr int kSureAsItIs = 1;
constexpr int kSureWithBarrier = 64;
constexpr int kSureInTail = 256;
