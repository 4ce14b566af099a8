/// @file
/// One value of all elements along a dimension, and running ones. In which order a GPU combines them is not said: here
/// a reduction combines halves, and a scan goes from one end to the other.
#pragma once

#include "simt/tiles/arithmetic.h"
#include "simt/tiles/shapes.h"

namespace cuda::tiles {

namespace detail {

template <class T, std::size_t dimension>
using Reduced = Changed<ShapeOf<T>, dimension, 1>;

template <auto dimension, class T>
SIMT_CONSTEVAL void check_dimension() {
  static_assert(kIsTile<T>, "this works along a dimension of a tile, not on a scalar");
  static_assert(dimension >= 0 && static_cast<std::size_t>(dimension) < kRankOf<ShapeOf<T>>,
                "a dimension that the tile does not have: they are counted from 0");
}

/// Calls `use(first, number)` for each row of elements along a dimension; they are `stride` apart.
template <class S, std::size_t dimension, class Use>
SIMT_UNCOUNTED_INLINE void for_each_row(Use use) {
  constexpr std::size_t extent = ShapeFacts<S>::kExtents[dimension];
  constexpr std::size_t stride = ShapeFacts<S>::stride(dimension);
  for (std::size_t row = 0; row < kSizeOf<S> / extent; ++row) {
    use(row / stride * stride * extent + row % stride, row);
  }
}

template <class Op, class R, std::size_t dimension, class E, class S>
SIMT_TILE_FUNCTION auto reduced(const tile<E, S>& from) {
  constexpr std::size_t extent = ShapeFacts<S>::kExtents[dimension];
  constexpr std::size_t stride = ShapeFacts<S>::stride(dimension);
  using W = Wide<R>;
  ::simt::count_tile_reduction();
  const E* const elements = Elements::of(from);
  tile<R, Changed<S, dimension, 1>> result;
  R* const to = Elements::made(result);
  const ::simt::TileStorage storage(extent * sizeof(W));
  auto* const values = static_cast<W*>(storage.elements());
  for_each_row<S, dimension>([&](std::size_t first, std::size_t row) SIMT_UNCOUNTED_LAMBDA {
    for (std::size_t i = 0; i < extent; ++i) {
      values[i] = widened(converted<R>(elements[first + i * stride]));
    }
    for (std::size_t half = extent / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) {
        values[i] = static_cast<W>(Op::template of_wide<W>(values[i], values[i + half]));
      }
    }
    to[row] = converted<R>(values[0]);
  });
  return result;
}

template <class Op, std::size_t dimension, bool is_backward, class E, class S>
SIMT_TILE_FUNCTION auto scanned(const tile<E, S>& from) {
  constexpr std::size_t extent = ShapeFacts<S>::kExtents[dimension];
  constexpr std::size_t stride = ShapeFacts<S>::stride(dimension);
  using W = Wide<E>;
  const E* const elements = Elements::of(from);
  tile<E, S> result;
  E* const to = Elements::made(result);
  for_each_row<S, dimension>([&](std::size_t first, std::size_t) SIMT_UNCOUNTED_LAMBDA {
    W value{};
    for (std::size_t i = 0; i < extent; ++i) {
      const std::size_t at = first + (is_backward ? extent - 1 - i : i) * stride;
      const W next = widened(elements[at]);
      value = i == 0 ? next : static_cast<W>(Op::template of_wide<W>(value, next));
      to[at] = converted<E>(value);
    }
  });
  return result;
}

/// The place of the first element that no other one precedes.
template <class Less, std::size_t dimension, class E, class S>
SIMT_TILE_FUNCTION auto found(const tile<E, S>& from) {
  constexpr std::size_t extent = ShapeFacts<S>::kExtents[dimension];
  constexpr std::size_t stride = ShapeFacts<S>::stride(dimension);
  const E* const elements = Elements::of(from);
  tile<std::uint32_t, Changed<S, dimension, 1>> result;
  std::uint32_t* const to = Elements::made(result);
  for_each_row<S, dimension>([&](std::size_t first, std::size_t row) SIMT_UNCOUNTED_LAMBDA {
    std::size_t best = 0;
    for (std::size_t i = 1; i < extent; ++i) {
      if (Less::template of_wide<Wide<E>>(widened(elements[first + i * stride]),
                                          widened(elements[first + best * stride]))) {
        best = i;
      }
    }
    to[row] = static_cast<std::uint32_t>(best);
  });
  return result;
}

}  // namespace detail

/// Of the elements along a dimension, whose extent becomes 1.
#define SIMT_TILE_REDUCTION(name, Name, E, constraint)                                         \
  template <integral auto dimension, constraint T>                                             \
  SIMT_UNCOUNTED_INLINE auto name(const T& from, integral_constant<dimension> = {}) noexcept { \
    detail::check_dimension<dimension, T>();                                                   \
    return detail::reduced<detail::Name, E, dimension>(from);                                  \
  }
SIMT_TILE_REDUCTION(sum, Add, tile_element_t<T>, arithmetic_tile)
SIMT_TILE_REDUCTION(prod, Multiply, tile_element_t<T>, arithmetic_tile)
SIMT_TILE_REDUCTION(reduce_max, Maximum, tile_element_t<T>, arithmetic_tile)
SIMT_TILE_REDUCTION(reduce_min, Minimum, tile_element_t<T>, arithmetic_tile)
SIMT_TILE_REDUCTION(reduce_bitand, And, tile_element_t<T>, integral_tile)
SIMT_TILE_REDUCTION(reduce_bitor, Or, tile_element_t<T>, integral_tile)
SIMT_TILE_REDUCTION(reduce_bitxor, Xor, tile_element_t<T>, integral_tile)
SIMT_TILE_REDUCTION(all_of, And, bool, tile_like)
SIMT_TILE_REDUCTION(any_of, Or, bool, tile_like)
#undef SIMT_TILE_REDUCTION

#define SIMT_TILE_REDUCTION(name)                                              \
  template <integral auto dimension, arithmetic_tile T, rounding_mode mode>    \
  SIMT_UNCOUNTED_INLINE auto name(const T& from, integral_constant<dimension>, \
                                  rounding_mode_constant<mode>) noexcept {     \
    detail::check_rounding<mode>();                                            \
    return name<dimension>(from);                                              \
  }
SIMT_TILE_REDUCTION(sum)
SIMT_TILE_REDUCTION(prod)
#undef SIMT_TILE_REDUCTION
#define SIMT_TILE_REDUCTION(name, Name)                                                           \
  template <integral auto dimension, arithmetic_tile T, nan_propagation_mode mode>                \
  SIMT_UNCOUNTED_INLINE auto name(const T& from, integral_constant<dimension>,                    \
                                  nan_propagation_mode_constant<mode>) noexcept {                 \
    detail::check_dimension<dimension, T>();                                                      \
    using Op = std::conditional_t<mode == nan_propagation_mode::propagate_nan, detail::Name##Nan, \
                                  detail::Name>;                                                  \
    return detail::reduced<Op, tile_element_t<T>, dimension>(from);                               \
  }
SIMT_TILE_REDUCTION(reduce_max, Maximum)
SIMT_TILE_REDUCTION(reduce_min, Minimum)
#undef SIMT_TILE_REDUCTION

/// Where along the dimension the largest, or the smallest element is; of equal ones, the first.
template <integral auto dimension, arithmetic_tile T>
SIMT_UNCOUNTED_INLINE auto max_element(const T& from, integral_constant<dimension> = {}) noexcept {
  detail::check_dimension<dimension, T>();
  return detail::found<detail::Greater, dimension>(from);
}
template <integral auto dimension, arithmetic_tile T>
SIMT_UNCOUNTED_INLINE auto min_element(const T& from, integral_constant<dimension> = {}) noexcept {
  detail::check_dimension<dimension, T>();
  return detail::found<detail::Less, dimension>(from);
}

/// Each element with all in front of it along the dimension; backward, with all behind it.
#define SIMT_TILE_SCAN(name, Name)                                                                \
  template <integral auto dimension, scan_direction direction = scan_direction::forward,          \
            arithmetic_tile T>                                                                    \
  SIMT_UNCOUNTED_INLINE T name(const T& from, integral_constant<dimension> = {},                  \
                               scan_direction_constant<direction> = {}) noexcept {                \
    detail::check_dimension<dimension, T>();                                                      \
    return detail::scanned<detail::Name, dimension, direction == scan_direction::backward>(from); \
  }
SIMT_TILE_SCAN(partial_sum, Add)
SIMT_TILE_SCAN(partial_prod, Multiply)
#undef SIMT_TILE_SCAN

}  // namespace cuda::tiles
