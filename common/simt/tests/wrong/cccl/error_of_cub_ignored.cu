// Temporary storage that was measured for one element: CUB refuses to sum up a thousand, and nobody asks.
// exit: 0
// expect: simt: warning: cub::DeviceScan::InclusiveSum() at
// expect: @scan
// expect: failed with cudaErrorInvalidValue (invalid argument), and the program did not ask
// expect: reason  CUB refuses temporary storage that is smaller than
#include <cub/cub.cuh>

int main() {
  constexpr int kCount = 100'000;
  int *values, *sums;
  void* storage = nullptr;
  std::size_t bytes = 0;
  cudaMalloc(&values, kCount * sizeof *values);
  cudaMalloc(&sums, kCount * sizeof *sums);
  cudaMemset(values, 0, kCount * sizeof *values);
  cub::DeviceScan::InclusiveSum(storage, bytes, values, sums, 1);
  cudaMalloc(&storage, bytes);
  cub::DeviceScan::InclusiveSum(storage, bytes, values, sums, kCount);  // @scan
  cudaFree(values);
  cudaFree(sums);
  cudaFree(storage);
}
