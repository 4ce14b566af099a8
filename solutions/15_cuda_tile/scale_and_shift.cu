// Exercise · scale_and_shift: a factor for each row of a matrix, and an offset for each column.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr int kSide = 32;  // rows, and columns, of a tile

// out[r][c] = factors[r] * in[r][c] + offsets[c]. Row r begins at in + r * columns.
__tile_global__ void scale_and_shift(float* out, const float* in, const float* factors,
                                     const float* offsets, int rows, int columns) {
  // TODO (about 10 lines): this block's tile, and its factors and offsets in shapes that lie along the right dimension
  const ct::extents extents{rows, columns};
  auto from = ct::partition_view{ct::tensor_span{in, extents}, ct::shape<kSide, kSide>{}};
  auto to = ct::partition_view{ct::tensor_span{out, extents}, ct::shape<kSide, kSide>{}};
  const auto block = ct::bid();
  auto of_rows =
      ct::partition_view{ct::tensor_span{factors, ct::extents{rows}}, ct::shape<kSide>{}};
  auto of_columns =
      ct::partition_view{ct::tensor_span{offsets, ct::extents{columns}}, ct::shape<kSide>{}};
  const auto factor = ct::reshape<ct::shape<kSide, 1>>(of_rows.load_masked(block.y));
  const auto offset = of_columns.load_masked(block.x);
  to.store_masked(factor * from.load_masked(block.y, block.x) + offset, block.y, block.x);
  // END
}

void launch_scale_and_shift(float* out, const float* in, const float* factors, const float* offsets,
                            int rows, int columns) {
  const dim3 grid((columns + kSide - 1) / kSide, (rows + kSide - 1) / kSide);
  scale_and_shift<<<grid, 1>>>(out, in, factors, offsets, rows, columns);
}
