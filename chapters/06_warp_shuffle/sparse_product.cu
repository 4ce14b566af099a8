// Chapter 06 · sparse_product
//
// y = A x with a sparse matrix A. How many lanes should add up one row? As many as it can feed: a
// tile of 4, 8, 16 or 32 lanes, chosen by the row's length. On a GPU, cuSPARSE runs beside it.
//
//   sparse_product [--size N]      about N nonzeros per matrix, default 2^16 on the CPU backend, 2^26
//                                  on a GPU
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#ifdef WITH_LIBRARIES  // by hand: nvcc … -DWITH_LIBRARIES -lcusparse
#include <cusparse.h>
#endif

#include "tutorial.cuh"

namespace cg = cooperative_groups;

// Compressed sparse rows: row r has the nonzeros first[r] … first[r + 1] - 1.
struct Rows {
  int rows, columns;
  const int *first, *column;
  const float* value;
};

// A thread per row: neighbouring lanes read addresses a row's length apart, and the longest of 32
// rows keeps the warp busy.
__global__ void row_per_thread(Rows a, const float* x, float* y) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= a.rows) return;
  float sum = 0;
  for (int i = a.first[r]; i < a.first[r + 1]; ++i) sum += a.value[i] * x[a.column[i]];
  y[r] = sum;
}

struct Matrix {
  const char* name;
  int rows, columns;
  std::uint64_t seed;
  std::vector<int> first, column;
  std::vector<float> value;
};

// SplitMix64 with a seed of its own: each matrix is the same in every run, whatever else has run.
// Uniform in [0, 1).
double next(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// The columns of a row ascend: its j-th nonzero lies in the j-th of as many equal parts. All values
// are small whole numbers, so every order of the additions gives the same sum.
template <class Length>
Matrix random_matrix(const char* name, int rows, int columns, std::uint64_t seed, Length length) {
  Matrix m{name, rows, columns, seed, {0}, {}, {}};
  for (int r = 0; r < rows; ++r) {
    const int n = std::min(columns, static_cast<int>(length(next(seed))));
    for (int j = 0; j < n; ++j) {
      m.column.push_back(static_cast<int>((j + next(seed)) * columns / n));
      m.value.push_back(static_cast<float>(std::floor(next(seed) * 17) - 8));
    }
    m.first.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

// Three kinds of rows, each matrix with about n nonzeros: rows of 12 to 20; a power law, most rows
// short (some empty), few very long, 2^16 at most; rows of 2048 to 6143.
std::vector<Matrix> matrices(int n) {
  const int short_rows = n / 16 + 1, law_rows = n / 12 + 1, long_rows = n / 4096 + 1;
  return {
      random_matrix("even rows", short_rows, short_rows, 601, [](double u) { return 12 + 9 * u; }),
      random_matrix(
          "power law", law_rows, law_rows, 602,
          [](double u) { return std::min(6 * (std::pow(1 - u, -2.0 / 3) - 1), 65536.0); }),
      random_matrix("long rows", long_rows, 1 << 20, 603,
                    [](double u) { return 2048 + 4096 * u; })};
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Multiply sparse matrices with a vector, a tile per row.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 16});
  for (const Matrix& m : matrices(n)) {
    std::printf("%s: %d rows, %zu nonzeros\n", m.name, m.rows, m.value.size());
  }
  return verdict(true);
}
