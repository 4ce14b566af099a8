// Lets the pages of b move to the device, although they have not been anywhere before.
// rejected by: result
// expect: FAILED  kFaultsToDevice: your answer is 32, which is not it: where are the pages of b before the kernel: on the host, or nowhere yet?
constexpr int kFaultsToDevice = 32;
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
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
