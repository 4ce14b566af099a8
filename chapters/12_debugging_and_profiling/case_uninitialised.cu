// Chapter 12 · case_uninitialised
//
// Sums of rows, collected with atomics. The first matrix is right, the second one is not.
//
//   case_uninitialised [--broken 1]      1: as it was found
#include <numeric>

#include "tutorial.cuh"

constexpr int kBlock = 128;

// Each thread adds its share of a row to the row's sum.
__global__ void add_up(const int* matrix, int columns, int* sums) {
  const int row = blockIdx.x;
  int sum = 0;
  for (int column = threadIdx.x; column < columns; column += kBlock)
    sum += matrix[row * columns + column];
  atomicAdd(&sums[row], sum);
}

// @return how many of the rows' sums are wrong
int wrong_rows(const std::vector<int>& input, int* matrix, int* sums, int rows, int columns,
               bool broken) {
  CHECK(cudaMemcpy(matrix, input.data(), input.size() * sizeof(int), cudaMemcpyHostToDevice));
  // cudaMalloc does not clear memory, and from the second matrix on the old sums are in it.
  if (!broken) CHECK(cudaMemset(sums, 0, rows * sizeof(int)));
  add_up<<<rows, kBlock>>>(matrix, columns, sums);
  CHECK_LAST();
  std::vector<int> got(rows);
  CHECK(cudaMemcpy(got.data(), sums, rows * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    const auto begin = input.begin() + row * columns;
    wrong += got[row] != std::accumulate(begin, begin + columns, 0);
  }
  return wrong;
}

int main(int argc, char** argv) {
  const auto options = Options::without_size(
      argc, argv, "Sums that are right only once.",
      {{.name = "broken", .fallback = 0, .min = 0, .max = 1, .help = "1: as it was found"}});
  require_device();
  const int rows = 100, columns = 1000;
  int *matrix = nullptr, *sums = nullptr;
  CHECK(cudaMalloc(&matrix, rows * columns * sizeof(int)));
  CHECK(cudaMalloc(&sums, rows * sizeof(int)));
  bool right = true;
  for (const unsigned seed : {1u, 2u}) {
    const std::vector<int> input = random_ints(rows * columns, seed);
    const int wrong = wrong_rows(input, matrix, sums, rows, columns, options["broken"] == 1);
    std::printf("matrix %u: %d of %d rows wrong\n", seed, wrong, rows);
    right &= wrong == 0;
  }
  CHECK(cudaFree(matrix));
  CHECK(cudaFree(sums));
  return verdict(right);
}
