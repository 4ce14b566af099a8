// Right, but one block computes all tiles, one after the other.
// rejected by: model
// expect: FAILED  1 rows × 33 columns: all 1089 elements of g were written by block (0,0,0) alone: share them out
#include <cuda_runtime.h>

// A has `rows` rows of `columns` floats, G has `columns` rows of `columns` floats:
// G[i][j] is the sum of A[r][i] * A[r][j] over all rows r. So G[j][i] is the same.
__global__ void gram(float* g, const float* a, int rows, int columns) {
  __shared__ float tile_i[32][32], tile_j[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int first_i = 0; first_i < columns; first_i += 32) {
    for (int first_j = first_i; first_j < columns; first_j += 32) {
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
      if (i >= columns || j >= columns) continue;
      g[i * columns + j] = sum;
      if (first_j > first_i) g[j * columns + i] = sum;
    }
  }
}

void launch_gram(float* g, const float* a, int rows, int columns) {
  gram<<<1, dim3(32, 32)>>>(g, a, rows, columns);
}
