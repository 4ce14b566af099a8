// 12 % of a copy is little, but its stores say why.
// rejected by: result
// expect: FAILED  kLimitOfA: your answer is 5, which is not it
constexpr int kLimitOfA = 5;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
