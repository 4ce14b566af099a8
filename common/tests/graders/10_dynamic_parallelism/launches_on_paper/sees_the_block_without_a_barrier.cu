// Relies on the other threads' writes, with no barrier in front of the launch.
// rejected by: result
// expect: FAILED  kSureAsItIs: your answer is 64, which is not it
constexpr int kTreeGrids = 7;
constexpr int kTreeBlocks = 15;
constexpr int kTreeDepth = 3;
constexpr int kEveryCount = 96;
constexpr int kRowsGrids = 4;
constexpr int kRowsBlocks = 40;
constexpr int kAtOnce = 4;
constexpr int kBeforeLast = 9;
constexpr int kX = 52;
constexpr int kSureAsItIs = 64;
constexpr int kSureWithBarrier = 64;
constexpr int kSureInTail = 256;
