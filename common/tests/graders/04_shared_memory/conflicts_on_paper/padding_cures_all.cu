// Rows of 33 keep columns apart. A diagonal goes one bank further on.
// rejected by: result
// expect: FAILED  a diagonal, 33 floats: your answer is 1
constexpr int kEvery20thWord = 4;
constexpr int kColumnOfWidth40 = 8;
constexpr int kDiagonalOfPadded = 1;
constexpr int kPartOfColumn = 4;
constexpr int kFourRowsOfEight = 2;
constexpr int kColumnOfBytes = 8;
constexpr int kColumnOfDoubles = 2;
constexpr int kEveryThirdQuad = 4;
