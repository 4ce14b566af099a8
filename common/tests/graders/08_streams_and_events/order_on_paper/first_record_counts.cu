// Takes the second record of an event for nothing.
// rejected by: result
// expect: FAILED  kEventK3: your answer is 3, which is not it: which was the latest record of e when the program called the wait of n?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 3;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 3;
constexpr int kWaitK1 = 1;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 13;
constexpr int kThreeStreams = 10;
constexpr int kSlowKernel = 18;
