// 32 flops come with each float, and a float has 4 bytes.
// rejected by: result
// expect: FAILED  flops per loaded byte, tiles of 32 × 32: your answer is 32, which is not it: how many flops are there in all, and how many bytes are loaded
constexpr int kFloatsLoadedNaive = 2 * 256 * 512 * 192;
constexpr int kFloatsLoadedTiles16 = 2 * 256 * 512 * 192 / 16;
constexpr int kFlopsPerLoadedByteTiles32 = 32;
constexpr int kSharedBytesTiles32 = 2 * 32 * 32 * 4;
constexpr int kFloatsLoaded32x128 = 256 * 192 * (512 / 128) + 192 * 512 * (256 / 32);
constexpr int kResidentBlocksTiles64 = 6;
