// Exercise · wrong_parity: pictures are mirrored row by row, and only the first rows come out right.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32, kConsumers = 4;  // one warp copies, and this many mirror
constexpr int kBlock = (1 + kConsumers) * kWarp;
constexpr int kStages = 3;
constexpr int kWidth = 480;  // pixels of a row

// TODO (about 5 lines): open the case, answer, and repair the kernel
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// A block counts its rows, 0, 1, 2, …, and each barrier its phases: 0, 1, 2, … Before consumers read row 10, which
// phase of its stage's full barrier has to have ended? And which one of the empty barrier, before the row is copied?
constexpr int kPhaseOfFull = 3;
constexpr int kPhaseOfEmpty = 2;

// Mirrors each row of a picture: its first pixel becomes its last. Launched in blocks of kBlock threads.
__global__ void mirror_rows(int* out, const int* in, int rows) {
  __shared__ int stages[kStages][kWidth];
  __shared__ Barrier full[kStages], empty[kStages];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<kWarp>(block);
  if (threadIdx.x < kStages) {
    init(&full[threadIdx.x], kWarp);                // the lanes that copy arrive
    init(&empty[threadIdx.x], kConsumers * kWarp);  // the threads that mirror do
  }
  block.sync();
  int count = 0;  // of this block's rows, before this one
  for (int row = blockIdx.x; row < rows; row += gridDim.x, ++count) {
    const int stage = count % kStages, round = count / kStages;
    if (threadIdx.x < kWarp) {
      empty[stage].wait_parity(round % 2 ^ 1);  // for the round before; in round 0, at once
      cuda::memcpy_async(warp, stages[stage], in + row * kWidth, sizeof stages[0], full[stage]);
      (void)full[stage].arrive();
    } else {
      full[stage].wait_parity(round % 2);
      for (int x = threadIdx.x - kWarp; x < kWidth; x += kConsumers * kWarp) {
        out[row * kWidth + x] = stages[stage][kWidth - 1 - x];
      }
      (void)empty[stage].arrive();
    }
  }
}
// END
