// Exercise · bytes_on_paper: for what does a barrier wait, with which parity, and what does a stage cost?
// The task is README.md, hints are in hints.md, the check is check.cu.

// A warp has 32 lanes. An int and a float have 4 bytes, a half has 2.
// TODO (about 20 lines): replace -1 by the number
// Arrivals: with what number is the barrier initialised? One warp of a block copies, 8 warps compute.
// `full`, at which every lane of the copying warp arrives:
constexpr int kAtFull = -1;
// `empty`, at which every lane of the computing warps arrives:
constexpr int kAtEmpty = -1;
// `empty`, if one lane of each computing warp arrives, after a __syncwarp():
constexpr int kAtEmptyByWarps = -1;
// `full`, if one thread arrives with expect_tx and begins a bulk copy, and all 256 computing threads wait:
constexpr int kAtFullWithBytes = -1;

// Bytes: how many does a phase expect, by expect_tx?
// A tile of 1024 ints comes in one bulk copy:
constexpr int kTileBytes = -1;
// The last tile of an array has 501 ints. As much of it as possible comes in one bulk copy:
constexpr int kLastTileBytes = -1;
// So many of the 501 ints are left to threads:
constexpr int kLeftToThreads = -1;
// A box of 64 rows × 32 floats, by a tensor map. Only 20 of its rows and 10 of its columns lie within the matrix:
constexpr int kEdgeBoxBytes = -1;
// Two boxes at the same barrier, in the same phase: 64 rows × 32 floats, and 32 rows × 64 halfs:
constexpr int kBothBoxesBytes = -1;
// 4 blocks of a cluster need the same tile of 4096 bytes. Each fetches a quarter of it and sends that to all four
// (multicast). The barrier of one block expects:
constexpr int kMulticastBytes = -1;

// Parities: a ring of 4 stages, and tile i goes to stage i % 4. Both sides wait as in `producer_warps`: by
// wait_parity(p). Which p do the consumers wait for at `full` before they read tile 6, and tile 9?
constexpr int kFullOfTile6 = -1;
constexpr int kFullOfTile9 = -1;
// Which p does the producer wait for at `empty` before it begins to copy tile 6, and tile 9?
constexpr int kEmptyForTile6 = -1;
constexpr int kEmptyForTile9 = -1;
// How many tiles can the producer begin to copy before any consumer has arrived anywhere?
constexpr int kBegunAlone = -1;

// Requests: the threads of a block copy 1024 ints to shared memory together, by memcpy_async. How many load requests do
// its warps make if a lane copies 4 bytes at a time, and if it copies 16 (with a pipeline and aligned_size_t<16>)?
constexpr int kRequestsOf4 = -1;
constexpr int kRequestsOf16 = -1;

// Stages: a multiprocessor has 228 KiB of shared memory, and each block takes 1 KiB more than it asks for. A stage is a
// tile of 12 KiB and two barriers of 8 bytes. How many stages can a block have if there is one block on each
// multiprocessor, and if there are four?
constexpr int kStagesOfOneBlock = -1;
constexpr int kStagesOfFourBlocks = -1;
// 128 multiprocessors together load 4 · 10^12 bytes in a second, and a load takes 10^-6 s from the request to the data.
// With one block on each multiprocessor, how many of its tiles of 12 KiB have to be in flight to keep memory busy?
constexpr int kTilesInFlight = -1;
// END
