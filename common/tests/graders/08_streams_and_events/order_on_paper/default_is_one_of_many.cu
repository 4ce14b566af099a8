// Takes the default stream for a stream like every other.
// rejected by: result
// expect: FAILED  kDefaultK1: your answer is 3, which is not it: does k3, in the legacy stream, wait for what is in a?
constexpr int kDefaultK1 = 3;
constexpr int kDefaultK3 = 4;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 2;
constexpr int kWaitK1 = 1;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 13;
constexpr int kThreeStreams = 10;
constexpr int kSlowKernel = 18;
