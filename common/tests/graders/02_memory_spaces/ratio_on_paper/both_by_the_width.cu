// How often B is loaded depends on the height of the block, not on its width.
// rejected by: result
// expect: FAILED  floats loaded, a block for 32 rows × 128 columns: your answer is 393216, which is not it: how many blocks need an element of A
constexpr int kFloatsLoadedNaive = 2 * 256 * 512 * 192;
constexpr int kFloatsLoadedTiles16 = 2 * 256 * 512 * 192 / 16;
constexpr int kFlopsPerLoadedByteTiles32 = 8;
constexpr int kSharedBytesTiles32 = 2 * 32 * 32 * 4;
constexpr int kFloatsLoaded32x128 = 256 * 192 * (512 / 128) + 192 * 512 * (256 / 128);
constexpr int kResidentBlocksTiles64 = 6;
