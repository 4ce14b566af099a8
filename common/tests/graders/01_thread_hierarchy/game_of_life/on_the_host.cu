// Right, with all errors. The kernel has nothing to do.
// rejected by: result
// expect: FAILED  192 rows × 256 columns, generations 4: no copy has brought the cells to the device
#include <cuda_runtime.h>

#include <vector>

__global__ void nothing() {}

cudaError_t live(unsigned char* cells, int columns, int rows, int generations) {
  unsigned char* memory = nullptr;
  cudaError_t error = cudaMalloc(&memory, columns * rows);
  if (error == cudaSuccess) {
    nothing<<<1, 1>>>();
    error = cudaGetLastError();
  }
  cudaFree(memory);
  for (int g = 0; g < generations && error == cudaSuccess; ++g) {
    const std::vector<unsigned char> now(cells, cells + columns * rows);
    for (int cell = 0; cell < columns * rows; ++cell) {
      int alive = -now[cell];
      for (int j = rows - 1; j <= rows + 1; ++j) {
        for (int i = columns - 1; i <= columns + 1; ++i) {
          alive += now[(cell / columns + j) % rows * columns + (cell % columns + i) % columns];
        }
      }
      cells[cell] = alive == 3 || (alive == 2 && now[cell] == 1);
    }
  }
  return error;
}
