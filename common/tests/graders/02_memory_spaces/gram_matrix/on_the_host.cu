// Right, but no kernel does it.
// rejected by: model
// expect: FAILED  1 rows × 1 columns: g[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

#include <vector>

void launch_gram(float* g, const float* a, int rows, int columns) {
  std::vector<float> matrix(rows * columns), products(columns * columns);
  cudaMemcpy(matrix.data(), a, matrix.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < columns; ++j) {
      double sum = 0;
      for (int r = 0; r < rows; ++r) sum += matrix[r * columns + i] * matrix[r * columns + j];
      products[i * columns + j] = sum;
    }
  }
  cudaMemcpy(g, products.data(), products.size() * sizeof(float), cudaMemcpyHostToDevice);
}
