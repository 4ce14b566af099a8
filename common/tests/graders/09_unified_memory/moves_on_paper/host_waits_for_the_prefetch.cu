// A prefetch is work in a stream, and the host goes on.
// rejected by: result
// expect: FAILED  kHostStaysIn: your answer is 3, which is not it: is a prefetch or a launch done when its call returns?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 9;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 18;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 3;
constexpr int kWithoutLine7 = 0;
