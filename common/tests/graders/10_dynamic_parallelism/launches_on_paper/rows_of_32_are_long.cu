// A row of 32 numbers is not longer than 32.
// rejected by: result
// expect: FAILED  kRowsGrids: your answer is 5, which is not it
constexpr int kTreeGrids = 7;
constexpr int kTreeBlocks = 15;
constexpr int kTreeDepth = 3;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 5;
constexpr int kRowsBlocks = 41;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 9;
constexpr int kX = 52;
constexpr int kSureAsItIs = 1;
constexpr int kSureWithBarrier = 64;
constexpr int kSureInTail = 256;
