// Kernels of two segments at the same time, although each of them fills the device.
// rejected by: result
// expect: FAILED  kSlowKernel: your answer is 13, which is not it: a kernel fills the device: do two of them run at once?
constexpr int kDefaultK1 = 2;
constexpr int kDefaultK3 = 3;
constexpr int kDefaultK5 = 4;
constexpr int kEventK2 = 4;
constexpr int kEventK3 = 2;
constexpr int kWaitK1 = 1;
constexpr int kHostK1 = 1;
constexpr int kHostK2 = 2;
constexpr int kOneStream = 24;
constexpr int kTwoStreams = 13;
constexpr int kThreeStreams = 10;
constexpr int kSlowKernel = 13;
