// Right, but the elements of one row are neighbours: at each k, the lanes are `width` slots apart.
// rejected by: model
// expect: elements: load sectors:
// expect: should read 32 neighbouring slots
#include <cuda_runtime.h>

__host__ __device__ inline int slot(int row, int k, int width, int pitch) {
  return row * width + k;
}

__global__ void multiply(float* y, const float* value, const int* column, const int* length,
                         const float* x, int rows, int width, int pitch) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int elements = length[row];
  float sum = 0;
  for (int k = 0; k < elements; ++k) {
    const int at = slot(row, k, width, pitch);
    sum += value[at] * x[column[at]];
  }
  y[row] = sum;
}

void launch_multiply(float* y, const float* value, const int* column, const int* length,
                     const float* x, int rows, int width, int pitch) {
  const int block = 128;
  multiply<<<(rows + block - 1) / block, block>>>(y, value, column, length, x, rows, width, pitch);
}
