// Exercise · column_means: the mean of each column of a matrix, a block for 64 columns.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr int kRows = 16, kColumns = 64;  // of a tile

// out[c] is the mean of column c; row r begins at in + r * columns. Block b has the columns from b * kColumns on.
__tile_global__ void column_means(float* out, const float* in, int rows, int columns) {
  // TODO (about 9 lines): add up all tiles of these columns, reduce the sum, and divide it
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, columns}},
                                 ct::shape<kRows, kColumns>{}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{columns}}, ct::shape<kColumns>{}};
  const auto block = ct::bid().x;
  auto sums = ct::zeros<ct::tile<float, ct::shape<kRows, kColumns>>>();
  for (int i : ct::irange(0, (rows + kRows - 1) / kRows)) sums = sums + from.load_masked(i, block);
  const auto of_columns = ct::reshape<ct::shape<kColumns>>(ct::sum<0>(sums));
  to.store_masked(of_columns / static_cast<float>(rows), block);
  // END
}

void launch_column_means(float* out, const float* in, int rows, int columns) {
  column_means<<<(columns + kColumns - 1) / kColumns, 1>>>(out, in, rows, columns);
}
