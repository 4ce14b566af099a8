// Right: a copy per generation on the device, where a swap of two pointers is enough.
// rejected by: model
// expect: FAILED  192 rows × 256 columns, generations 4: bytes copied or set on the device itself: 196608; 98304 are enough
#include <cuda_runtime.h>

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
    if (error == cudaSuccess) error = cudaMemcpy(now, next, bytes, cudaMemcpyDeviceToDevice);
  }
  if (error == cudaSuccess) error = cudaMemcpy(cells, now, bytes, cudaMemcpyDeviceToHost);
  cudaFree(next);
  cudaFree(now);
  return error;
}
