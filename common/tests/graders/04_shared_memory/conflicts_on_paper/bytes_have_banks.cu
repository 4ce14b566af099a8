// A bank is 4 bytes wide: 32 bytes are 8 banks, not 32.
// rejected by: result
// expect: FAILED  a column of bytes: your answer is 32
constexpr int kEvery20thWord = 4;
constexpr int kColumnOfWidth40 = 8;
constexpr int kDiagonalOfPadded = 2;
constexpr int kPartOfColumn = 4;
constexpr int kFourRowsOfEight = 2;
constexpr int kColumnOfBytes = 32;
constexpr int kColumnOfDoubles = 2;
constexpr int kEveryThirdQuad = 4;
