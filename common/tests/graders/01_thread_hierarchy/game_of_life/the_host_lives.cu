// The kernel reads all neighbours and stores something. The host computes all generations.
// rejected by: result
// expect: FAILED  192 rows × 256 columns, generations 4: what the copies have brought back
#include <cuda_runtime.h>

#include <utility>
#include <vector>

__global__ void step(unsigned char* to, const unsigned char* from, int columns, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  int alive = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      if (i != 0 || j != 0)
        alive += from[(y + j + rows) % rows * columns + (x + i + columns) % columns];
  to[y * columns + x] = alive + from[y * columns + x];
}
cudaError_t live(unsigned char* cells, int columns, int rows, int generations) {
  const size_t bytes = size_t{1} * columns * rows;
  unsigned char *a = nullptr, *b = nullptr;
  cudaError_t error = cudaMalloc(&a, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&b, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(a, cells, bytes, cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
  for (int g = 0; g < generations && error == cudaSuccess; ++g) {
    step<<<grid, block>>>(b, a, columns, rows);
    error = cudaGetLastError();
    std::swap(a, b);
  }
  cudaFree(a);
  cudaFree(b);
  if (error != cudaSuccess) return error;
  {
    std::vector<unsigned char> a(cells, cells + size_t{1} * columns * rows), b = a;
    for (int g = 0; g < generations; ++g) {
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
          int alive = 0;
          for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i)
              if (i != 0 || j != 0)
                alive += a[(y + j + rows) % rows * columns + (x + i + columns) % columns];
          b[y * columns + x] = alive == 3 || (alive == 2 && a[y * columns + x]);
        }
      a.swap(b);
    }
    for (size_t i = 0; i < a.size(); ++i) cells[i] = a[i];
    return cudaSuccess;
  }
}
