/// @file
/// What the CPU backend does not have of `cuda_tile.h`: a program that uses it does not compile, and learns why.
#pragma once

#include "simt/tiles/elements.h"

namespace cuda::tiles {

namespace detail {
template <class...>
inline constexpr bool kExists = false;
}

#define SIMT_REFUSED(name, advice)                                           \
  template <auto... N, class... Ts>                                          \
  auto name(const Ts&...) {                                                  \
    static_assert(detail::kExists<Ts...>,                                    \
                  "the CPU backend has no cuda::tiles::" #name ": " advice); \
  }
SIMT_REFUSED(scaled_mma, "multiply the scales into the factors, and call mma()")
SIMT_REFUSED(mulhi, "multiply as 64-bit integers, and shift")
SIMT_REFUSED(assume_blocked, "leave it out: the result is the same without")
SIMT_REFUSED(assume_divisible_strided, "leave it out: the result is the same without")
SIMT_REFUSED(assume_aligned_strided, "leave it out: the result is the same without")
#undef SIMT_REFUSED
template <class E, auto... N, class... Ts>
auto repack(const Ts&...) {
  static_assert(detail::kExists<Ts...>,
                "the CPU backend has no cuda::tiles::repack: element_bitcast() keeps the shape");
}

#define SIMT_REFUSED(name, advice)                                             \
  template <class... Ts>                                                       \
  struct name {                                                                \
    template <class... Us>                                                     \
    explicit name(const Us&...) {                                              \
      static_assert(detail::kExists<Us...>,                                    \
                    "the CPU backend has no cuda::tiles::" #name ": " advice); \
    }                                                                          \
  };                                                                           \
  template <class... Us>                                                       \
  name(const Us&...)->name<Us...>
SIMT_REFUSED(layout_right_padded_mapping, "layout_strided_mapping with the padded strides");
SIMT_REFUSED(layout_left_padded_mapping, "layout_strided_mapping with the padded strides");
#undef SIMT_REFUSED

}  // namespace cuda::tiles
