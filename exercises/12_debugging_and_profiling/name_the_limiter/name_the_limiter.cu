// Exercise · name_the_limiter: seven rows of measurements. What limits each?
// The task is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 9 lines): the numbers
// Each limit has a number, and limits one row:
//   1  the bandwidth of device memory                   5  latency: too little in flight
//   2  loads or stores that are not coalesced           6  arithmetic of doubles
//   3  bank conflicts in shared memory                  7  the bus: the GPU waits for copies
//   4  atomics that want the same few addresses
//
// A transposition: 782 µs, 12 % of a copy. Sectors per load 4.00, per store 32.00.
constexpr int kLimitOfA = -1;
// A transposition: 932 µs, 41 % of a copy. Sectors per load 4.00, per store 4.00; 195,035,136 bank conflicts.
constexpr int kLimitOfB = -1;
// A sum: 68.4 µs, 93 % of a copy. It makes 528 atomic additions in all.
constexpr int kLimitOfC = -1;
// A histogram: 748 ms, less than 1 % of a copy. Sectors per atomic 31.79; no bank conflicts.
constexpr int kLimitOfD = -1;
// A sum: 3.00 ms, 9 % of a copy. Sectors per load 4.00; 12 % of the warps that have room are resident, with one
// load each in flight.
constexpr int kLimitOfE = -1;
// A formula for each float: 2.20 ms, 6 % of a copy. Sectors per load 4.00;
// F2F.F64.F32 and DFMA are in the machine code.
constexpr int kLimitOfF = -1;
// A program: 55.4 ms, of which its kernel takes 16.6 ms. It moves 1.07 GB to the GPU and as much back.
constexpr int kLimitOfG = -1;

// A kernel has to read 33.2 MB and to write 33.2 MB. A copy on this device reaches 4,200 GB/s. How many
// microseconds does the kernel take at best?
constexpr int kLeastMicroseconds = -1;

// A program takes 12.39 ms per frame, 4.95 ms of which go into its longest kernel. You make that kernel
// a hundred times as fast, and nothing overlaps. How much of the program's time is saved, in percent?
constexpr int kSavedPercent = -1;
// END
