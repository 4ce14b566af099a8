// A byte, not an element.
// rejected by: result
// expect: FAILED  kSharedElement: your answer is 4, which is not it
// Report A of the task.
// Which element of `out` was written?
constexpr int kElement = 1000;
// Which `i` had the thread that the report names?
constexpr int kThread = 997;
// How many threads of the launch write past the end?
constexpr int kPastTheEnd = 3;
// Report B of the task.
// Which element of `s` do the two threads use?
constexpr int kSharedElement = 4;
// What is `half` when thread 0 reads this element as `s[t + half]`?
constexpr int kHalfOfTheReader = 1;
// In how many rounds does thread 1 write it?
constexpr int kRoundsOfTheWriter = 6;
// In front of which line has a `__syncthreads()` to stand?
constexpr int kBarrierInFront = 17;
// Report C of the task.
// Which row of the matrix was being copied?
constexpr int kRow = 18;
// How many bytes is the address past a multiple of 16?
constexpr int kRemainder = 8;
// How many bytes has a row?
constexpr int kBytesPerRow = 4004;
// Which row, the last one in front of this row, begins at a multiple of 16 bytes?
constexpr int kRowBefore = 16;
// Report D of the task.
// In which line is the launch whose kernel failed?
constexpr int kGuiltyLine = 38;
