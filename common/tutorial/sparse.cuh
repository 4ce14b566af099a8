/// @file
/// @ingroup tutorial Sparse matrices as input data: like random.cuh the same in every run, and
///   without a symmetry that a wrong kernel could hide in.
#pragma once

#ifdef WITH_LIBRARIES  // by hand: nvcc … -DWITH_LIBRARIES -lcusparse
#include <cusparse.h>
#endif

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/exit_code.cuh"

/// A matrix in compressed sparse rows: row r has the nonzeros first[r] … first[r + 1] - 1, each
/// with its column and its value. The columns of a row ascend.
struct SparseMatrix {
  std::string name;
  int rows = 0, columns = 0;
  std::vector<int> first;  ///< rows + 1 of them
  std::vector<int> column;
  std::vector<float> value;
};

namespace tutorial {

/// SplitMix64 as in random.cuh, with a state of the caller's: uniform in [0, 1).
inline double next_uniform(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

}  // namespace tutorial

/// A matrix that depends on its arguments alone, whatever else the program draws. Its values are
/// whole numbers from -8 to 8, so small sums are exact in every order; the j-th nonzero of a row
/// lies in the j-th of as many equal parts of the columns. More nonzeros than an int can count end
/// the program with exit code 2.
/// @param length  of a row, for a number that is uniform in [0, 1); more than `columns` is cut off
template <class Length>
SparseMatrix random_sparse_matrix(std::string name, int rows, int columns, std::uint64_t seed,
                                  const Length& length) {
  SparseMatrix m{std::move(name), rows, columns, {0}, {}, {}};
  constexpr int kMost = INT_MAX - 1023;  // so an int can count past the end of the last block
  const auto next = [&seed] { return tutorial::next_uniform(seed); };
  for (int r = 0; r < rows; ++r) {
    const int n = std::min(columns, static_cast<int>(length(next())));
    for (int j = 0; j < n; ++j) {
      m.column.push_back(static_cast<int>((j + next()) * columns / n));
      m.value.push_back(static_cast<float>(std::floor(next() * 17) - 8));
    }
    if (m.column.size() > kMost) {
      std::fprintf(stderr, "a sparse matrix of more than %d nonzeros: choose a smaller --size\n",
                   kMost);
      std::exit(kExitBadArguments);
    }
    m.first.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

/// Three matrices with about n nonzeros each: even rows of 12 to 20; a power law, most rows short
/// (some empty), few very long, 2^16 at most; long rows of 2048 to 6143.
inline std::vector<SparseMatrix> sparse_matrices(int n) {
  const int short_rows = n / 16 + 1, law_rows = n / 12 + 1, long_rows = n / 4096 + 1;
  const auto power_law = [](double u) {
    return std::min(6 * (std::pow(1 - u, -2.0 / 3) - 1), 65536.0);
  };
  return {random_sparse_matrix("Even rows", short_rows, short_rows, 601,
                               [](double u) { return 12 + 9 * u; }),
          random_sparse_matrix("Power law", law_rows, law_rows, 602, power_law),
          random_sparse_matrix("Long rows", long_rows, 1 << 20, 603,
                               [](double u) { return 2048 + 4096 * u; })};
}

/// The reference: m.rows elements of m times x, which has m.columns elements.
inline std::vector<float> product_on_host(const SparseMatrix& m, const std::vector<float>& x) {
  std::vector<float> y(static_cast<std::size_t>(m.rows));
  for (int r = 0; r < m.rows; ++r) {
    for (int i = m.first[r]; i < m.first[r + 1]; ++i) y[r] += m.value[i] * x[m.column[i]];
  }
  return y;
}

#ifdef WITH_LIBRARIES
/// cuSPARSE's product of the same matrix, to compare with: its default algorithm, which analyses
/// the matrix once, here. A call that fails ends the program.
class CuSparseProduct {
 public:
  /// @param first,column,value  m's arrays in device memory
  /// @param x,y                 m.columns and m.rows floats in device memory
  CuSparseProduct(const SparseMatrix& m, int* first, int* column, float* value, float* x,
                  float* y) {
    check(cusparseCreate(&handle_));
    check(cusparseCreateCsr(&matrix_, m.rows, m.columns, m.first.back(), first, column, value,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_32F));
    check(cusparseCreateDnVec(&x_, m.columns, x, CUDA_R_32F));
    check(cusparseCreateDnVec(&y_, m.rows, y, CUDA_R_32F));
    std::size_t bytes = 0;
    call(cusparseSpMV_bufferSize, &bytes);
    CHECK(cudaMalloc(&scratch_, bytes));
    call(cusparseSpMV_preprocess, scratch_);
  }
  ~CuSparseProduct() {
    cudaFree(scratch_);
    cusparseDestroySpMat(matrix_);
    cusparseDestroyDnVec(x_);
    cusparseDestroyDnVec(y_);
    cusparseDestroy(handle_);
  }
  CuSparseProduct(const CuSparseProduct&) = delete;
  CuSparseProduct& operator=(const CuSparseProduct&) = delete;

  /// y = m x
  void launch() { call(cusparseSpMV, scratch_); }

 private:
  static void check(cusparseStatus_t status) {
    if (status == CUSPARSE_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuSPARSE: %s\n", cusparseGetErrorString(status));
    std::exit(kExitWrong);
  }
  template <class Function, class Last>
  void call(Function function, Last last) {
    const float one = 1, zero = 0;
    check(function(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, x_, &zero, y_,
                   CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, last));
  }

  cusparseHandle_t handle_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr, y_ = nullptr;
  void* scratch_ = nullptr;
};
#endif
