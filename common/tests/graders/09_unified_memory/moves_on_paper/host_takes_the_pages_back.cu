// Moves read-mostly pages back and forth, as without advice.
// rejected by: result
// expect: FAILED  kMostlyToDevice: your answer is 33, which is not it: does the device lose its copies when the host reads?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 9;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 33;
constexpr int kMostlyToHost = 17;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 18;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
