// Two streams, and the engines never rest.
// rejected by: result
// expect: FAILED  kTwoStreams: your answer is 10, which is not it: segments 0 and 2 are in one stream: when can the copy in of segment 2 begin?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 3;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 2;
constexpr int kWaitK1 = 1;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 10;
constexpr int kThreeStreams = 10;
constexpr int kSlowKernel = 18;
