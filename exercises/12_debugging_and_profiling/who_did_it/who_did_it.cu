// Exercise · who_did_it: four reports, and what they tell you about the culprits.
// The task, with the reports, is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 12 lines): the numbers
// Report A of the task.
// Which element of `out` was written?
constexpr int kElement = -1;
// Which `i` did the thread have that the report names?
constexpr int kThread = -1;
// How many threads of the launch write past the end?
constexpr int kPastTheEnd = -1;
// Report B of the task.
// Which element of `s` do the two threads use?
constexpr int kSharedElement = -1;
// What is `half` when thread 0 reads this element as `s[t + half]`?
constexpr int kHalfOfTheReader = -1;
// In how many rounds does thread 1 write it?
constexpr int kRoundsOfTheWriter = -1;
// Before which line does a `__syncthreads()` belong?
constexpr int kBarrierInFront = -1;
// Report C of the task.
// Which row of the matrix was being copied?
constexpr int kRow = -1;
// How many bytes is the address past a multiple of 16?
constexpr int kRemainder = -1;
// How many bytes does a row have?
constexpr int kBytesPerRow = -1;
// Which row is the last one before it that begins at a multiple of 16 bytes?
constexpr int kRowBefore = -1;
// Report D of the task.
// In which line is the launch whose kernel failed?
constexpr int kGuiltyLine = -1;
// END
