// Exercise · gram_matrix: the inner products of all pairs of columns, each of them computed once.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// A has `rows` rows of `columns` floats, G has `columns` rows of `columns` floats:
// G[i][j] is the sum of A[r][i] * A[r][j] over all rows r. So G[j][i] is the same.
__global__ void gram(float* g, const float* a, int rows, int columns) {
  // TODO (about 20 lines): tiles of 32 × 32, only on and above the diagonal
  // A whole block below the diagonal may leave: none of its threads comes to a barrier.
  if (blockIdx.x < blockIdx.y) return;
  __shared__ float tile_i[32][32], tile_j[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_i = blockIdx.y * 32, first_j = blockIdx.x * 32;
  float sum = 0;
  for (int first = 0; first < rows; first += 32) {
    const int row = first + y;
    tile_i[y][x] = row < rows && first_i + x < columns ? a[row * columns + first_i + x] : 0;
    tile_j[y][x] = row < rows && first_j + x < columns ? a[row * columns + first_j + x] : 0;
    __syncthreads();
    for (int r = 0; r < 32; ++r) sum += tile_i[r][y] * tile_j[r][x];
    __syncthreads();
  }
  const int i = first_i + y, j = first_j + x;
  if (i >= columns || j >= columns) return;
  g[i * columns + j] = sum;
  if (blockIdx.x > blockIdx.y) g[j * columns + i] = sum;
  // END
}

void launch_gram(float* g, const float* a, int rows, int columns) {
  // TODO (about 3 lines): a grid for the matrix G
  const int tiles = (columns + 31) / 32;
  gram<<<dim3(tiles, tiles), dim3(32, 32)>>>(g, a, rows, columns);
  // END
}
