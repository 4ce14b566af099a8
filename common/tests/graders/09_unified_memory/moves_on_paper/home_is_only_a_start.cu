// Lets the pages leave their home for the kernel.
// rejected by: result
// expect: FAILED  kHomeMoved: your answer is 32, which is not it: the device can reach the home on the host: does a page have to move?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 9;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 8;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 32;
constexpr int kHomeOverBus = 0;
constexpr int kRoundsToDevice = 18;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
