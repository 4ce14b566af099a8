/// @file
/// Products of small matrices by a whole warp: `nvcuda::wmma`.
#pragma once

#include "simt/users_macros_away.inc"

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "simt/fragments.h"

namespace nvcuda::wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

/// What the threads of a warp hold of a matrix. Which elements these are is the hardware's affair: all of them may be
/// treated alike, element `x[i]` in one fragment and `x[i]` in another of the same type belong together.
template <class Use, int m, int n, int k, class T, class Layout = void>
class alignas(8) fragment {
  static constexpr simt::Fragment kShape = simt::fragment_of<T>(
      std::is_same_v<Use, matrix_a>   ? simt::FragmentUse::kLeft
      : std::is_same_v<Use, matrix_b> ? simt::FragmentUse::kRight
                                      : simt::FragmentUse::kSums,
      m, n, k, std::is_same_v<T, precision::tf32>, std::is_same_v<Layout, row_major>);
  static_assert(
      kShape.elements() > 0 && std::is_same_v<Use, accumulator> == std::is_void_v<Layout>,
      "wmma has no such fragment: 16 x 16 x 16, 32 x 8 x 16 and 8 x 32 x 16 of __half, "
      "__nv_bfloat16, signed char and unsigned char, 16 x 16 x 8 of precision::tf32 and "
      "8 x 8 x 4 of double; sums are float, __half (of __half), int (of char) and double");

 public:
  using element_type = T;
  using storage_element_type = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;
  enum { num_elements = kShape.elements(), num_storage_elements = num_elements };
  storage_element_type x[num_elements];

  static constexpr simt::Fragment shape() { return kShape; }
};

template <class Fragment>
SIMT_INLINE void fill_fragment(Fragment& f, const typename Fragment::storage_element_type& value) {
  for (auto& x : f.x) x = value;
}

template <class Use, int m, int n, int k, class T, class Layout>
SIMT_INLINE void load_matrix_sync(
    fragment<Use, m, n, k, T, Layout>& f,
    const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* p, unsigned stride) {
  simt::warp_load_fragment(f.shape(), f.x, p, stride);
}
template <int m, int n, int k, class T>
SIMT_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* p, unsigned stride,
                                  layout_t layout) {
  simt::warp_load_fragment(f.shape().in_rows(layout == mem_row_major), f.x, p, stride);
}
template <int m, int n, int k, class T>
SIMT_INLINE void store_matrix_sync(T* p, const fragment<accumulator, m, n, k, T>& f,
                                   unsigned stride, layout_t layout) {
  simt::warp_store_fragment(f.shape().in_rows(layout == mem_row_major), f.x, p, stride);
}

/// d = a · b + c
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class D, class C>
SIMT_INLINE void mma_sync(fragment<accumulator, m, n, k, D>& d,
                          const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                          const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                          const fragment<accumulator, m, n, k, C>& c, bool saturates = false) {
  static_assert(std::is_same_v<T, __half>
                    ? (std::is_same_v<C, float> || std::is_same_v<C, __half>)&&(
                          std::is_same_v<D, float> || std::is_same_v<D, __half>)
                : std::is_same_v<T, double> ? std::is_same_v<C, double> && std::is_same_v<D, double>
                : std::is_same_v<T, signed char> || std::is_same_v<T, unsigned char>
                    ? std::is_same_v<C, int> && std::is_same_v<D, int>
                    : std::is_same_v<C, float> && std::is_same_v<D, float>,
                "wmma adds up products of __half in float or __half, of __nv_bfloat16 and tf32 in "
                "float, of char in int, of double in double");
  simt::warp_multiply_fragments(a.shape(), c.shape(), d.shape(), saturates, d.x, a.x, b.x, c.x);
}

/// Rounded to tf32.
SIMT_INLINE float __float_to_tf32(float value) {
  float result;
  simt::ptx::cvt_tf32(result, value);
  return result;
}

}  // namespace nvcuda::wmma

#include "simt/users_macros_back.inc"
