// Exercise · lanes_on_paper: which lane's number arrives where?
// The task is README.md, hints are in hints.md, the check is check.cu.

// A warp; `lane` is the number of the lane, 0 to 31, and kAll is the mask ~0u.
//
// TODO (about 12 lines): the numbers
// What does this lane get?
constexpr int kUp = 2;             // lane 2:  __shfl_up_sync(kAll, lane, 3)
constexpr int kDown = 15;          // lane 10: __shfl_down_sync(kAll, lane, 5, 8)
constexpr int kDownAtTheEnd = 13;  // lane 13: __shfl_down_sync(kAll, lane, 5, 8)
constexpr int kRing = 3;           // lane 5:  __shfl_sync(kAll, lane, lane + 30)
constexpr int kExchange = 25;      // lane 21: __shfl_xor_sync(kAll, lane, 12)

// b = __ballot_sync(kAll, lane % 3 == 1). What are
constexpr int kVotes = 11;      // __popc(b)
constexpr int kVotesBelow = 7;  // __popc(b & ((1u << 20) - 1))
constexpr int kFirst = 2;       // __ffs(b)
constexpr int kSame = 6;        // lane 7:  __popc(__match_any_sync(kAll, lane % 5))

// Each lane begins with x = lane, then: for (int offset = 16; offset > 0; offset /= 2)
// x += __shfl_down_sync(kAll, x, offset). What is x in the end?
constexpr int kSumOfLane0 = 496;   // lane 0
constexpr int kSumOfLane31 = 992;  // lane 31

// A block of 320 threads adds up 320 numbers as `shuffles` of reduce_block.cu does: warps first, then
// one warp their sums. Requests (one instruction of one warp is one request):
constexpr int kStores = 10;  // stores to shared memory
constexpr int kLoads = 1;    // loads from shared memory
// END
