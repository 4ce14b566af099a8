/// @file
/// @ingroup tutorial
/// The product of two matrices on the host, to compare with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tutorial/counters.cuh"
#include "tutorial/note.cuh"

// The CPU backend watches host code, too, which makes it slow. This function has nothing to hide.
#if TUTORIAL_HAS_COUNTERS
#define TUTORIAL_UNWATCHED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define TUTORIAL_UNWATCHED
#endif

namespace tutorial {

/// Adds a row of k elements times a matrix of k × n to `sums`.
template <class T>
TUTORIAL_UNWATCHED void add_row_times(const T* row, const T* matrix, double* sums, int n, int k) {
  for (int i = 0; i < k; ++i, matrix += n) {
    const double factor = row[i];
    for (int j = 0; j < n; ++j) sums[j] += factor * matrix[j];
  }
}

}  // namespace tutorial

/// C = A × B, all row-major: A has rows of k elements, B k rows of n. Summed up in double precision:
/// no rounding error worth mentioning.
/// @param step  only every step-th row of C is computed; the others are 0
template <class Sum, class T>
std::vector<Sum> product_on_host(const std::vector<T>& a, const std::vector<T>& b, int n, int k,
                                 int step = 1) {
  const std::size_t rows = a.size() / k;
  const Note note("multiplying " + std::to_string(rows) + "×" + std::to_string(k) + "×" +
                  std::to_string(n) + " on the host");
  std::vector<Sum> c(rows * n);
  for (std::size_t row = 0; row < rows; row += step) {
    std::vector<double> sums(n);
    tutorial::add_row_times(&a[row * k], b.data(), sums.data(), n, k);
    std::copy(sums.begin(), sums.end(), c.begin() + row * n);
  }
  return c;
}
