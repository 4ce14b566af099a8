// A lane without a lane above it gets its own x, and adds it.
// rejected by: result
// expect: FAILED  kSumOfLane31: your answer is 31, which is not it
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
constexpr int kSumOfLane31 = 31;
constexpr int kStores = 10;
constexpr int kLoads = 1;
