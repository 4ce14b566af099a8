// Exercise · stages_of_a_stencil: one warp copies the rows of a plate into a ring, the others compute from it.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kWarp = 32;
constexpr int kComputing = 128;  // threads of a block that compute, after the warp that copies
constexpr int kStrip = 12;       // rows of the result that a block computes
constexpr int kMost = 500;       // columns of a plate, at most
constexpr int kRing =
    4;  // rows in shared memory: three for the row being computed, and the next one

// All lanes of the calling warp begin to copy a row together. The phase of `full` that they have yet to arrive at waits
// for the copy, too.
__device__ void begin_copy(float* to, const float* from, int columns, Barrier& full) {
  const auto warp = cg::tiled_partition<kWarp>(cg::this_thread_block());
  cuda::memcpy_async(warp, to, from, columns * sizeof(float), full);
}

// This thread's part of a row of the result, from three rows of the plate. A cell at the edge has itself as its
// neighbour.
__device__ void compute_row(float* out, const float* above, const float* here, const float* below,
                            int columns) {
  for (int x = threadIdx.x - kWarp; x < columns; x += kComputing) {
    const float sides = here[max(x - 1, 0)] + here[min(x + 1, columns - 1)];
    out[x] = fmaf(0.125f, above[x] + below[x] + sides - 4 * here[x], here[x]);
  }
}

// Launched with kWarp + kComputing threads per block; the first warp copies. Row y of `in` begins at in + y * columns.
__global__ void spread_heat(float* out, const float* in, int rows, int columns) {
  // TODO (about 26 lines): a ring of kRing rows and its barriers; one warp copies rows, the others compute the strip
  // END
}

void launch_spread_heat(float* out, const float* in, int rows, int columns) {
  spread_heat<<<(rows + kStrip - 1) / kStrip, kWarp + kComputing>>>(out, in, rows, columns);
}
