// Right, but seven of eight warps have nothing to do.
// rejected by: model
// expect: were written by warp 0 of block (0,0,0) alone: share them out among more
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

__global__ void rotate(float* out, const float* in, int rows, int columns) {
  const int x = threadIdx.x, column = blockIdx.x * kTile, row = blockIdx.y * kTile;
  __shared__ float tile[kTile][kTile];
  if (threadIdx.y > 0) return;
  for (int y = 0; y < kTile; ++y)
    if (row + y < rows && column + x < columns)
      tile[y][x ^ y] = in[(row + y) * columns + column + x];
  __syncwarp();
  for (int y = 0; y < kTile; ++y)
    if (row + x < rows && column + y < columns)
      out[(column + y) * rows + rows - 1 - (row + x)] = tile[x][y ^ x];
}
