// __ffs counts from 1, so that 0 can say "none". Lane 1 is its bit 2.
// rejected by: result
// expect: FAILED  kFirst: your answer is 1, which is not it
constexpr int kUp = 2;
constexpr int kDown = 15;
constexpr int kDownAtTheEnd = 13;
constexpr int kRing = 3;
constexpr int kExchange = 25;
constexpr int kVotes = 11;
constexpr int kVotesBelow = 7;
constexpr int kFirst = 1;
constexpr int kSame = 6;
constexpr int kSumOfLane0 = 496;
constexpr int kSumOfLane31 = 992;
constexpr int kStores = 10;
constexpr int kLoads = 1;
