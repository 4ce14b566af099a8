// All 256 threads of the block, not the first warp.
// rejected by: result
// expect: FAILED  kAll: your answer is 256, which is not it
constexpr int kAll = 256;
constexpr int kBlock = 1;
constexpr int kEights = 32;
constexpr int kRest = 5;
constexpr int kRow = 2;
constexpr int kPlace = 8;
constexpr int kSquares = 3;
constexpr int kTile = 432;
constexpr int kCorner = 340;
constexpr int kLast = 24;
