// Counts the levels of the tree, not the launches between the root and the deepest.
// rejected by: result
// expect: FAILED  kTreeDepth: your answer is 4, which is not it
constexpr int kTreeGrids = 7;
constexpr int kTreeBlocks = 15;
constexpr int kTreeDepth = 4;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 4;
constexpr int kRowsBlocks = 40;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 9;
constexpr int kX = 52;
constexpr int kSureAsItIs = 1;
constexpr int kSureWithBarrier = 64;
constexpr int kSureInTail = 256;
