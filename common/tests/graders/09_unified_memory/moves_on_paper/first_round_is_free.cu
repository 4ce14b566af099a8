// Forgets that the first kernel needs all pages.
// rejected by: result
// expect: FAILED  kRoundsToDevice: your answer is 3, which is not it: where are the other pages of a before the first kernel?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 9;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 3;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
