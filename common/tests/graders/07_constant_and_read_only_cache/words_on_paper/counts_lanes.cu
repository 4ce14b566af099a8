// A request is one for every lane, whatever they ask for.
// rejected by: result
// expect: FAILED  kBlock: your answer is 32, which is not it
constexpr int kAll = 32;
constexpr int kBlock = 32;
constexpr int kEights = 4;
constexpr int kRest = 5;
constexpr int kRow = 2;
constexpr int kPlace = 8;
constexpr int kSquares = 3;
constexpr int kTile = 432;
constexpr int kCorner = 340;
constexpr int kLast = 24;
