/// @file
/// What a warp does with fragments of matrices, nvcuda::wmma's. Their elements lie as in the registers of `mma.sync`.
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simt/matrices.h"

namespace simt {

enum class FragmentUse : std::uint8_t { kLeft, kRight, kSums };

/// Rows × depth, depth × columns, or rows × columns elements.
struct Fragment {
  FragmentUse use;
  std::uint8_t rows, columns, depth;
  MatrixNumber number;
  bool is_known;  ///< CUDA has it
  bool by_rows;   ///< how it lies in memory

  /// Of a thread; 0 if there is no such fragment. Halves come twice, as they did in the first tensor cores.
  constexpr int elements() const {
    if (!is_known) return 0;
    if (use == FragmentUse::kSums) return rows * columns / 32;
    if (number == MatrixNumber::kHalf) return 16;
    return (use == FragmentUse::kLeft ? rows : columns) * depth / 32;
  }
  constexpr Fragment in_rows(bool are_rows) const {
    Fragment other = *this;
    other.by_rows = are_rows;
    return other;
  }
};

template <class T>
constexpr Fragment fragment_of(FragmentUse use, int m, int n, int k, bool is_tf32, bool by_rows) {
  const bool is_sum = use == FragmentUse::kSums;
  const MatrixNumber number = is_tf32                            ? MatrixNumber::kTf32
                              : std::is_same_v<T, __half>        ? MatrixNumber::kHalf
                              : std::is_same_v<T, __nv_bfloat16> ? MatrixNumber::kBfloat
                              : std::is_same_v<T, signed char>   ? MatrixNumber::kSigned8
                              : std::is_same_v<T, unsigned char> ? MatrixNumber::kUnsigned8
                              : std::is_same_v<T, double>        ? MatrixNumber::kDouble
                              : std::is_same_v<T, float>         ? MatrixNumber::kFloat
                                                                 : MatrixNumber::kSigned32;
  const bool is_of_16 =
      k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  bool is_known = false;
  switch (number) {
    case MatrixNumber::kHalf:
      is_known = is_of_16;
      break;
    case MatrixNumber::kBfloat:
    case MatrixNumber::kSigned8:
    case MatrixNumber::kUnsigned8:
      is_known = is_of_16 && !is_sum;
      break;
    case MatrixNumber::kSigned32:
      is_known = is_of_16 && is_sum && std::is_same_v<T, int>;
      break;
    case MatrixNumber::kTf32:
      is_known = m == 16 && n == 16 && k == 8 && !is_sum;
      break;
    case MatrixNumber::kFloat:
      is_known = is_sum && (is_of_16 || (m == 16 && n == 16 && k == 8));
      break;
    case MatrixNumber::kDouble:
      is_known = m == 8 && n == 8 && k == 4;
      break;
  }
  return {use,
          static_cast<std::uint8_t>(m),
          static_cast<std::uint8_t>(n),
          static_cast<std::uint8_t>(k),
          number,
          is_known,
          by_rows};
}

/// @param elements the caller's
/// @param stride from one row (or column) in memory to the next, in elements
void warp_load_fragment(Fragment fragment, void* elements, const void* from, unsigned stride);
void warp_store_fragment(Fragment fragment, const void* elements, void* to, unsigned stride);
/// d = a · b + c. @param left of a; b has the same numbers
void warp_multiply_fragments(Fragment left, Fragment sums, Fragment results, bool saturates,
                             void* d, const void* a, const void* b, const void* c);

}  // namespace simt
