// A column of tiles more begins a new round.
// rejected by: result
// expect: FAILED  kRounds4352: your answer is 4, which is not it
constexpr double kNeededPerWord = 32;
constexpr int kSideNeeded = 64;
constexpr double kPerWord128x128 = 64;
constexpr double kPerWord64x256 = 51.2;
constexpr double kPerShared1x1 = 0.5;
constexpr double kPerShared8x8 = 4;
constexpr double kPerShared4x16 = 3.2;
constexpr double kPerVectorLoad = 16;
constexpr int kSharedBytes = 49152;
constexpr int kBlocksAtATime = 2;
constexpr int kRegistersForThree = 80;
constexpr int kReplacedByOne = 64;
constexpr int kRounds4096 = 4;
constexpr int kRounds4352 = 4;
