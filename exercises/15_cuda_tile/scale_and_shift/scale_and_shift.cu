// Exercise · scale_and_shift: a factor for each row of a matrix, and an offset for each column.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr int kSide = 32;  // rows, and columns, of a tile

// out[r][c] = factors[r] * in[r][c] + offsets[c]. Row r begins at in + r * columns.
__tile_global__ void scale_and_shift(float* out, const float* in, const float* factors,
                                     const float* offsets, int rows, int columns) {
  // TODO (about 10 lines): this block's tile, and its factors and offsets in shapes that lie along the right dimension
  // END
}

void launch_scale_and_shift(float* out, const float* in, const float* factors, const float* offsets,
                            int rows, int columns) {
  const dim3 grid((columns + kSide - 1) / kSide, (rows + kSide - 1) / kSide);
  scale_and_shift<<<grid, 1>>>(out, in, factors, offsets, rows, columns);
}
