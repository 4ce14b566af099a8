// Exercise · rotate_image: a quarter turn clockwise, with a tile that has no room for padding.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

constexpr int kTile = 32;  // rows and columns of a tile
constexpr int kRows = 8;   // of threads: a block has 32 × 8

// `in` has `rows` rows of `columns` floats, `out` has `columns` rows of `rows` floats. The first
// row of `in` becomes the last column of `out`. A block per tile: blockIdx.x counts tiles along a
// row of `in`, blockIdx.y along a column.
__global__ void rotate(float* out, const float* in, int rows, int columns) {
  // TODO (about 14 lines): load rows, store rows; at most 4096 bytes of shared memory
  // END
}
