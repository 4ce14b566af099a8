// Exercise · ratio_on_paper: what tiles save in a matrix product, and what they take.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.

// C = A × B, all floats. A has 256 rows and 192 columns, B has 192 rows and 512 columns.
// TODO (about 6 lines): replace -1 by the number

// Floats that all threads together load from global memory: without tiles, with tiles of 16 × 16.
constexpr int kFloatsLoadedNaive = 2 * 256 * 512 * 192;
constexpr int kFloatsLoadedTiles16 = 2 * 256 * 512 * 192 / 16;

// Tiles of 32 × 32: flops per byte loaded from global memory; a multiplication is one flop, an
// addition another. And the bytes of shared memory that a block needs for its two tiles.
constexpr int kFlopsPerLoadedByteTiles32 = 8;
constexpr int kSharedBytesTiles32 = 2 * 32 * 32 * 4;

// A block of 256 threads may compute more than 256 elements. This one computes 32 rows × 128 columns
// of C, with tiles of 32 × 32 elements of A and 32 × 128 of B: floats loaded in all.
constexpr int kFloatsLoaded32x128 = 256 * 192 * (512 / 128) + 192 * 512 * (256 / 32);

// 256 threads with 32 registers each and two tiles of 64 × 64 floats: blocks that are resident at
// once on a multiprocessor of an H200.
constexpr int kResidentBlocksTiles64 = 6;
// END
