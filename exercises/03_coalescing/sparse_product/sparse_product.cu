// Exercise · sparse_product: y = A x, where most elements of A are 0, in a layout of your choice.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// A row has at most `width` elements that are not 0. Element k of a row is in value[slot] and
// column[slot]. There are width * pitch slots; pitch is the number of rows, rounded up to a multiple
// of 32.
__host__ __device__ inline int slot(int row, int k, int width, int pitch) {
  // TODO (about 1 line): a slot of its own for each row and k < width
  return -1;
  // END
}

// Row r has length[r] elements, 0 to width of them; y[r] is the sum of value * x[column] over them.
// What the other slots hold is not a number.
__global__ void multiply(float* y, const float* value, const int* column, const int* length,
                         const float* x, int rows, int width, int pitch) {
  // TODO (about 9 lines): a thread per row
  // END
}

void launch_multiply(float* y, const float* value, const int* column, const int* length,
                     const float* x, int rows, int width, int pitch) {
  // TODO (about 2 lines): launch it
  // END
}
