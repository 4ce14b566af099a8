// Moves the last block back until it is full, as the tile of a stencil (columns 66 to 99, rows 40 to 49).
// rejected by: result
// expect: FAILED  kLast: your answer is 340, which is not it
constexpr int kAll = 32;
constexpr int kBlock = 1;
constexpr int kEights = 4;
constexpr int kRest = 5;
constexpr int kRow = 2;
constexpr int kPlace = 8;
constexpr int kSquares = 3;
constexpr int kTile = 432;
constexpr int kCorner = 340;
constexpr int kLast = 340;
