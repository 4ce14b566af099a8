// 320 threads, but only the lowest lane of each warp stores.
// rejected by: result
// expect: FAILED  kStores: your answer is 320, which is not it
constexpr int kUp = 2;
constexpr int kDown = 15;
constexpr int kDownAtTheEnd = 13;
constexpr int kRing = 3;
constexpr int kExchange = 25;
constexpr int kVotes = 11;
constexpr int kVotesBelow = 7;
constexpr int kFirst = 2;
constexpr int kSame = 6;
constexpr int kSumOfLane0 = 496;
constexpr int kSumOfLane31 = 992;
constexpr int kStores = 320;
constexpr int kLoads = 1;
