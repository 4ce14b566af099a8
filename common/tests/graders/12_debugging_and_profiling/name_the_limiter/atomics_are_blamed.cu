// 528 atomics are next to nothing, and 93 % of a copy is nearly all there is.
// rejected by: result
// expect: FAILED  kLimitOfC: your answer is 4, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 4;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
