// The longest part alone, without the first copy in and the last copy out.
// rejected by: result
// expect: FAILED  kThreeStreams: your answer is 8, which is not it: which engines rest in the first steps, and in the last ones?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 3;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 2;
constexpr int kWaitK1 = 1;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 13;
constexpr int kThreeStreams = 8;
constexpr int kSlowKernel = 16;
