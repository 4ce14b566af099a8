// Asked is for floats, not for their bytes.
// rejected by: result
// expect: FAILED  floats loaded, naive: your answer is 201326592, which is not it: how many floats, not bytes
constexpr int kFloatsLoadedNaive = 4 * 2 * 256 * 512 * 192;
constexpr int kFloatsLoadedTiles16 = 2 * 256 * 512 * 192 / 16;
constexpr int kFlopsPerLoadedByteTiles32 = 8;
constexpr int kSharedBytesTiles32 = 2 * 32 * 32 * 4;
constexpr int kFloatsLoaded32x128 = 256 * 192 * (512 / 128) + 192 * 512 * (256 / 32);
constexpr int kResidentBlocksTiles64 = 6;
