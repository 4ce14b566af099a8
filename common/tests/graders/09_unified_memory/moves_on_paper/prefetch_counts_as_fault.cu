// Counts the prefetched pages, too.
// rejected by: result
// expect: FAILED  kHalfByFault: your answer is 32, which is not it: does a page fault that a prefetch has brought?
constexpr int kFaultsToDevice = 16;
constexpr int kFaultsToHost = 16;
constexpr int kStepsToDevice = 9;
constexpr int kStepsToHost = 1;
constexpr int kHalfByFault = 32;
constexpr int kMostlyToDevice = 17;
constexpr int kMostlyToHost = 0;
constexpr int kHomeMoved = 0;
constexpr int kHomeOverBus = 32;
constexpr int kRoundsToDevice = 18;
constexpr int kRoundsToHost = 2;
constexpr int kHostStaysIn = 7;
constexpr int kWithoutLine7 = 0;
