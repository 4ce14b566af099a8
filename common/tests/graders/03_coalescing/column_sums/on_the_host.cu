// Right, but no kernel does it.
// rejected by: model
// expect: FAILED  1 rows × 1 columns: sums[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

#include <vector>

void launch_column_sums(float* sums, const float* matrix, int rows, int columns) {
  std::vector<float> elements(rows * columns), result(columns);
  cudaMemcpy(elements.data(), matrix, elements.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < rows * columns; ++i) result[i % columns] += elements[i];
  cudaMemcpy(sums, result.data(), columns * sizeof(float), cudaMemcpyHostToDevice);
}
