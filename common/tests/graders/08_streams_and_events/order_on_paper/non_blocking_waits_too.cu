// Lets the non-blocking stream wait for the default stream, too.
// rejected by: result
// expect: FAILED  kDefaultK3: your answer is 2, which is not it: does n, a non-blocking stream, wait for the legacy stream?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 2;
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
