// The kernel reads and writes: twice the bytes.
// rejected by: result
// expect: FAILED  kLeastMicroseconds: your answer is 8, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 8;
constexpr int kSavedPercent = 40;
