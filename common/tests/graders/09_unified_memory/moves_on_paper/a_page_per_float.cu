// Counts what the threads use, not the pages that it is in.
// rejected by: result
// expect: FAILED  kStepsToDevice: your answer is 33, which is not it: how many of the 32 floats are in one page?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 33;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 18;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
