// A grid for the largest matrix that was tried.
// rejected by: result
// expect: FAILED  20011 rows of up to 2 elements: y, index 5120
#include <cuda_runtime.h>

// A row has at most `width` elements that are not 0. Element k of a row lies in value[slot] and
// column[slot]. There are width * pitch slots; pitch is the number of rows, rounded up to a multiple
// of 32.
__host__ __device__ inline int slot(int row, int k, int width, int pitch) {
  return k * pitch + row;
}

// Row r has length[r] elements, 0 to width of them; y[r] is the sum of value * x[column] over them.
// What the other slots hold is not a number.
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
  multiply<<<40, block>>>(y, value, column, length, x, rows, width, pitch);
}
