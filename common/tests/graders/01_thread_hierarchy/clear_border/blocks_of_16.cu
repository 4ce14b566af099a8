// Right, with x along the rows, but a warp has 16 elements in each of two rows.
// rejected by: hardware counter
// expect: FAILED  8 rows × 1024 columns: store requests:
// expect: in blocks 32, 64, … threads wide
#include <cuda_runtime.h>

__global__ void clear(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  if (row == 0 || column == 0 || row == rows - 1 || column == columns - 1) {
    matrix[row * columns + column] = 0;
  }
}

void launch_clear(float* matrix, int rows, int columns) {
  const dim3 block(16, 16);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  clear<<<grid, block>>>(matrix, rows, columns);
}
