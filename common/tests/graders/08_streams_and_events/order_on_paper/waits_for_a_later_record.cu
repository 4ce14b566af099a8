// A wait is for a record that comes later, too.
// rejected by: result
// expect: FAILED  kWaitK1: your answer is 0, which is not it: had f been recorded when the program called the wait of b?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 3;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 2;
constexpr int kWaitK1 = 0;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 13;
constexpr int kThreeStreams = 10;
constexpr int kSlowKernel = 18;
