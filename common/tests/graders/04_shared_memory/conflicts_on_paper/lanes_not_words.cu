// Lanes that want the same word get it in the same wavefront.
// rejected by: result
// expect: FAILED  tile[lane % 4][0]: your answer is 32
constexpr int kEvery20thWord = 4;
constexpr int kColumnOfWidth40 = 8;
constexpr int kDiagonalOfPadded = 2;
constexpr int kPartOfColumn = 32;
constexpr int kFourRowsOfEight = 2;
constexpr int kColumnOfBytes = 8;
constexpr int kColumnOfDoubles = 2;
constexpr int kEveryThirdQuad = 4;
