// A fault brings a page; this answer lets it bring the array.
// rejected by: result
// expect: FAILED  kStepsToDevice: your answer is 32, which is not it: how many of the 32 floats are in one page?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 32;
constexpr int kStepsToHost = 16;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 48;
constexpr int kRoundsToHost = 32;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
