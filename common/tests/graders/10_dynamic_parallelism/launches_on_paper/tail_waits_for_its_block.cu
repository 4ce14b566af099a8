// Takes the tail stream for one per block, so that both tail launches run at once.
// rejected by: result
// expect: FAILED  kBeforeLast: your answer is 8, which is not it
constexpr int kTreeGrids = 7;
constexpr int kTreeBlocks = 15;
constexpr int kTreeDepth = 3;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 4;
constexpr int kRowsBlocks = 40;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 8;
constexpr int kX = 52;
constexpr int kSureAsItIs = 1;
constexpr int kSureWithBarrier = 64;
constexpr int kSureInTail = 256;
