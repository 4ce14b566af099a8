// The sectors of atomics count the turns at one address, not how far the lanes are apart.
// rejected by: result
// expect: FAILED  kLimitOfD: your answer is 2, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 2;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
