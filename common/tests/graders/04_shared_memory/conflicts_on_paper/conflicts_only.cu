// For 8 and 16 bytes per lane: the conflicts are none, but the wavefronts are more than one.
// rejected by: result
// expect: FAILED  a column of doubles: your answer is 1
constexpr int kEvery20thWord = 4;
constexpr int kColumnOfWidth40 = 8;
constexpr int kDiagonalOfPadded = 2;
constexpr int kPartOfColumn = 4;
constexpr int kFourRowsOfEight = 2;
constexpr int kColumnOfBytes = 8;
constexpr int kColumnOfDoubles = 1;
constexpr int kEveryThirdQuad = 1;
