// Exercise · column_means: the mean of each column of a matrix, a block for 64 columns.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr int kRows = 16, kColumns = 64;  // of a tile

// out[c] is the mean of column c; row r begins at in + r * columns. Block b has the columns from b * kColumns on.
__tile_global__ void column_means(float* out, const float* in, int rows, int columns) {
  // TODO (about 9 lines): add up all tiles of these columns, reduce the sum, and divide it
  // END
}

void launch_column_means(float* out, const float* in, int rows, int columns) {
  column_means<<<(columns + kColumns - 1) / kColumns, 1>>>(out, in, rows, columns);
}
