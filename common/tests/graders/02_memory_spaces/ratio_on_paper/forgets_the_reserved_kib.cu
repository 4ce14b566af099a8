// Each block takes 1 KiB more than it asks for.
// rejected by: result
// expect: FAILED  resident blocks, tiles of 64 × 64: your answer is 7, which is not it: how much shared memory does a block take in all, what it does not ask for included
constexpr int kFloatsLoadedNaive = 2 * 256 * 512 * 192;
constexpr int kFloatsLoadedTiles16 = 2 * 256 * 512 * 192 / 16;
constexpr int kFlopsPerLoadedByteTiles32 = 8;
constexpr int kSharedBytesTiles32 = 2 * 32 * 32 * 4;
constexpr int kFloatsLoaded32x128 = 256 * 192 * (512 / 128) + 192 * 512 * (256 / 32);
constexpr int kResidentBlocksTiles64 = 7;
