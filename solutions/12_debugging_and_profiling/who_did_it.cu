// Exercise · who_did_it: four reports, and what they tell you about the culprits.
// The task, with the reports, is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 12 lines): the numbers
// Report A of the task.
// Which element of `out` was written?
// why: the report says 0 bytes past the end: right behind the 1000 floats of 4000 bytes
constexpr int kElement = 1000;
// Which `i` did the thread have that the report names?
// why: 3 × 256 + 229
constexpr int kThread = 997;
// How many threads of the launch write past the end?
// why: i = 997, 998 and 999
constexpr int kPastTheEnd = 3;
// Report B of the task.
// Which element of `s` do the two threads use?
// why: byte 4 of 4-byte integers
constexpr int kSharedElement = 1;
// What is `half` when thread 0 reads this element as `s[t + half]`?
// why: thread 0 reads s[0 + half]
constexpr int kHalfOfTheReader = 1;
// In how many rounds does thread 1 write it?
// why: thread 1 adds while 1 < half: 64, 32, 16, 8, 4, 2
constexpr int kRoundsOfTheWriter = 6;
// Before which line does a `__syncthreads()` belong?
// why: inside of the loop, so that each round waits for the one before
constexpr int kBarrierInFront = 17;
// Report C of the task.
// Which row of the matrix was being copied?
// why: the report names block 18, and block b copies row b
constexpr int kRow = 18;
// How many bytes is the address past a multiple of 16?
// why: the last hexadecimal digit of the address, 8
constexpr int kRemainder = 8;
// How many bytes does a row have?
// why: 50 rows of 200,200 bytes
constexpr int kBytesPerRow = 4004;
// Which row is the last one before it that begins at a multiple of 16 bytes?
// why: 16 × 4004 is a multiple of 16, 17 × 4004 is not
constexpr int kRowBefore = 16;
// Report D of the task.
// In which line is the launch whose kernel failed?
// why: with CUDA_LAUNCH_BLOCKING=1 the question behind this launch returns the error
constexpr int kGuiltyLine = 38;
// END
