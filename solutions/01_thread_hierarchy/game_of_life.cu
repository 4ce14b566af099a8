// Exercise · game_of_life: cells that live and die for many generations, in a world without edges.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <utility>

// TODO (about 35 lines): a kernel for one generation, and all that a program does around it

__global__ void next_generation(unsigned char* next, const unsigned char* now, int columns,
                                int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  int alive = 0;
  for (int j = -1; j <= 1; ++j) {
    const unsigned char* row = now + (y + j + rows) % rows * columns;
    for (int i = -1; i <= 1; ++i) alive += row[(x + i + columns) % columns];
  }
  const int self = now[y * columns + x], neighbours = alive - self;
  next[y * columns + x] = neighbours == 3 || (neighbours == 2 && self == 1);
}

// Lets the cells live for `generations` >= 0 generations. The world has `rows` rows of `columns` cells,
// row after row, each 1 (alive) or 0 (dead); it is on the host, and has at least one cell. A cell has
// eight neighbours. The world is a torus: to the left of the first column is the last one, and above the
// first row is the last one. In the next generation a cell is alive if three of its neighbours are alive
// now, or if two are and it is alive itself.
//
// Returns the first error of a CUDA call or launch, and in that case leaves `cells` as it is. Whatever
// happens, what was allocated is freed again.
cudaError_t live(unsigned char* cells, int columns, int rows, int generations) {
  const size_t bytes = columns * rows;
  const dim3 block(32, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  unsigned char *now = nullptr, *next = nullptr;
  cudaError_t error = cudaMalloc(&now, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&next, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(now, cells, bytes, cudaMemcpyHostToDevice);
  for (int g = 0; g < generations && error == cudaSuccess; ++g) {
    next_generation<<<grid, block>>>(next, now, columns, rows);
    error = cudaGetLastError();
    std::swap(now, next);  // the newest one is always `now`
  }
  if (error == cudaSuccess) error = cudaMemcpy(cells, now, bytes, cudaMemcpyDeviceToHost);
  cudaFree(next);
  cudaFree(now);
  return error;
}
// END
