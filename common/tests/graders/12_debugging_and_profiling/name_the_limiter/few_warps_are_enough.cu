// No access is wrong, and no unit is busy; there is too little in flight.
// rejected by: result
// expect: FAILED  kLimitOfE: your answer is 2, which is not it
constexpr int kLimitOfA = 2;
constexpr int kLimitOfB = 3;
constexpr int kLimitOfC = 1;
constexpr int kLimitOfD = 4;
constexpr int kLimitOfE = 2;
constexpr int kLimitOfF = 6;
constexpr int kLimitOfG = 7;
constexpr int kLeastMicroseconds = 16;
constexpr int kSavedPercent = 40;
