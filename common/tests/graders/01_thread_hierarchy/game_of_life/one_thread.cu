// Right, cell by cell.
// rejected by: model
// expect: FAILED  192 rows × 256 columns, generations 4: basic blocks of the busiest warp:
// expect: 3200 are enough: share the work out among more threads, warps and blocks
#include <cuda_runtime.h>

#include <utility>

__global__ void next_generation(unsigned char* next, const unsigned char* now, int columns,
                                int rows) {
  for (int cell = 0; cell < columns * rows; cell += 1) {
    const int x = cell % columns, y = cell / columns;
    int alive = 0;
    for (int j = -1; j <= 1; ++j) {
      const unsigned char* row = now + (y + j + rows) % rows * columns;
      for (int i = -1; i <= 1; ++i) alive += row[(x + i + columns) % columns];
    }
    const int self = now[cell], neighbours = alive - self;
    next[cell] = neighbours == 3 || (neighbours == 2 && self == 1);
  }
}

cudaError_t live(unsigned char* cells, int columns, int rows, int generations) {
  const size_t bytes = columns * rows;
  unsigned char *now = nullptr, *next = nullptr;
  cudaError_t error = cudaMalloc(&now, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&next, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(now, cells, bytes, cudaMemcpyHostToDevice);
  for (int g = 0; g < generations && error == cudaSuccess; ++g) {
    next_generation<<<1, 1>>>(next, now, columns, rows);
    error = cudaGetLastError();
    std::swap(now, next);
  }
  if (error == cudaSuccess) error = cudaMemcpy(cells, now, bytes, cudaMemcpyDeviceToHost);
  cudaFree(next);
  cudaFree(now);
  return error;
}
