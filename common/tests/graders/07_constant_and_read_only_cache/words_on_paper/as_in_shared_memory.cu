// Counts the words of the busiest bank, as for shared memory.
// rejected by: result
// expect: FAILED  kAll: your answer is 1, which is not it
constexpr int kAll = 1;
constexpr int kBlock = 1;
constexpr int kEights = 1;
constexpr int kRest = 1;
constexpr int kRow = 1;
constexpr int kPlace = 4;
constexpr int kSquares = 1;
constexpr int kTile = 432;
constexpr int kCorner = 340;
constexpr int kLast = 24;
