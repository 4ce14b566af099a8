// Takes a row of the block for a warp: 16 threads with one y.
// rejected by: result
// expect: FAILED  kRow: your answer is 1, which is not it: which threads are the first warp of a block of 16 × 16?
constexpr int kAll = 32;
constexpr int kBlock = 1;
constexpr int kEights = 4;
constexpr int kRest = 5;
constexpr int kRow = 1;
constexpr int kPlace = 8;
constexpr int kSquares = 3;
constexpr int kTile = 432;
constexpr int kCorner = 340;
constexpr int kLast = 24;
