// 99 % of the kernel are saved, not of the program.
// rejected by: result
// expect: FAILED  kSavedPercent: your answer is 99, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 99;
