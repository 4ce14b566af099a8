// The kernel takes less than a third of the time.
// rejected by: result
// expect: FAILED  kLimitOfG: your answer is 1, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 1;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
