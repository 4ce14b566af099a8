// The first tile has a halo outside of the picture, too.
// rejected by: result
// expect: FAILED  kCorner: your answer is 432, which is not it
constexpr int kAll = 32;
constexpr int kBlock = 1;
constexpr int kEights = 4;
constexpr int kRest = 5;
constexpr int kRow = 2;
constexpr int kPlace = 8;
constexpr int kSquares = 3;
constexpr int kTile = 432;
constexpr int kCorner = 432;
constexpr int kLast = 24;
