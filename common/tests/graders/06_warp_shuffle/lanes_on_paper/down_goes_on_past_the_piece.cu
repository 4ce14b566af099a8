// Lane 13 + 5 is lane 18, which is in another piece of 8.
// rejected by: result
// expect: FAILED  kDownAtTheEnd: your answer is 18, which is not it
constexpr int kUp = 2;
constexpr int kDown = 15;
constexpr int kDownAtTheEnd = 18;
constexpr int kRing = 3;
constexpr int kExchange = 25;
constexpr int kVotes = 11;
constexpr int kVotesBelow = 7;
constexpr int kFirst = 2;
constexpr int kSame = 6;
constexpr int kSumOfLane0 = 496;
constexpr int kSumOfLane31 = 992;
constexpr int kStores = 10;
constexpr int kLoads = 1;
