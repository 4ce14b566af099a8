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
  __shared__ float ring[kRing][kMost];
  __shared__ Barrier full[kRing], empty[kRing];
  const int first = blockIdx.x * kStrip, end = min(first + kStrip, rows);  // the strip's rows
  const int top = max(first - 1, 0), bottom = min(end, rows - 1);          // rows to be copied
  const int t = threadIdx.x;
  if (t < kRing) {
    init(&full[t], kWarp);
    init(&empty[t], kComputing);
  }
  __syncthreads();
  if (t < kWarp) {
    for (int y = top; y <= bottom; ++y) {
      const int i = y - top, at = i % kRing;
      empty[at].wait_parity((i / kRing + 1) % 2);
      begin_copy(ring[at], in + y * columns, columns, full[at]);
      (void)full[at].arrive();
    }
  } else {
    for (int y = first, there = top; y < end; ++y) {
      const int above = max(y - 1, 0), below = min(y + 1, rows - 1);
      for (; there <= below; ++there) {
        full[(there - top) % kRing].wait_parity((there - top) / kRing % 2);
      }
      compute_row(out + y * columns, ring[(above - top) % kRing], ring[(y - top) % kRing],
                  ring[(below - top) % kRing], columns);
      if (above < y) (void)empty[(above - top) % kRing].arrive();  // no later row needs it
    }
  }
  // END
}

void launch_spread_heat(float* out, const float* in, int rows, int columns) {
  spread_heat<<<(rows + kStrip - 1) / kStrip, kWarp + kComputing>>>(out, in, rows, columns);
}
