// 41 % of a copy leaves room: it is the shared memory that is busy.
// rejected by: result
// expect: FAILED  kLimitOfB: your answer is 1, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 1;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 5;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
