/// @file
/// Where a block is in its grid, loops, and what the program says it knows.
#pragma once

#include "simt/builtins.h"
#include "simt/tiles/tile.h"

namespace cuda::tiles {

/// The index of the block.
SIMT_TILE_FUNCTION inline uint3 bid() noexcept { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
SIMT_TILE_FUNCTION inline dim3 num_blocks() noexcept { return {gridDim.x, gridDim.y, gridDim.z}; }

/// `for (int i : irange(first, end, step))`
template <integral T>
class irange {
 public:
  class iterator {
   public:
    using difference_type = std::int64_t;
    using value_type = T;
    iterator() = default;
    SIMT_UNCOUNTED_INLINE constexpr iterator(T at, T step) noexcept : at_(at), step_(step) {}
    SIMT_UNCOUNTED_INLINE constexpr T operator*() const noexcept { return at_; }
    SIMT_UNCOUNTED_INLINE constexpr iterator& operator++() noexcept {
      at_ = static_cast<T>(at_ + step_);
      return *this;
    }
    SIMT_UNCOUNTED_INLINE constexpr bool operator==(T end) const noexcept { return at_ >= end; }

   private:
    T at_, step_;
  };
  SIMT_UNCOUNTED_INLINE constexpr irange(T first, T end, T step = 1) noexcept
      : first_(first), end_(end), step_(step) {}
  SIMT_UNCOUNTED_INLINE constexpr iterator begin() const noexcept { return {first_, step_}; }
  SIMT_UNCOUNTED_INLINE constexpr T end() const noexcept { return end_; }
  SIMT_UNCOUNTED_INLINE constexpr bool empty() const noexcept { return first_ >= end_; }
  SIMT_UNCOUNTED_INLINE constexpr T size() const noexcept {
    return empty() ? T{0} : static_cast<T>((end_ - first_ - 1) / step_ + 1);
  }
  SIMT_UNCOUNTED_INLINE constexpr T lower_bound() const noexcept { return first_; }
  SIMT_UNCOUNTED_INLINE constexpr T upper_bound() const noexcept { return end_; }
  SIMT_UNCOUNTED_INLINE constexpr T step() const noexcept { return step_; }

 private:
  T first_, end_, step_;
};
template <class A, class B>
irange(A, B) -> irange<detail::Common<A, B>>;
template <class A, class B, class C>
irange(A, B, C) -> irange<detail::Common<detail::Common<A, B>, C>>;

namespace detail {

template <class T>
SIMT_UNCOUNTED auto as_integers(const T& value) {
  return map<tile<std::int64_t, ShapeOf<T>>, Convert>(value);
}
template <class T>
SIMT_UNCOUNTED void check_bounds(const void* site, const T& value, std::int64_t least,
                                 std::int64_t most) {
  const auto values = as_integers(value);
  ::simt::check_bounded(site, Elements::of(values), tile_size_v<T>, least, most);
}

}  // namespace detail

/// The same pointer, which the program says to be so aligned: the model checks that it is.
template <integral auto alignment, pointer_tile P>
[[nodiscard]] SIMT_TILE_FUNCTION P assume_aligned(P pointers,
                                                  integral_constant<alignment> = {}) noexcept {
  static_assert(alignment > 0 && (alignment & (alignment - 1)) == 0,
                "an alignment is a power of two");
  const auto* place = reinterpret_cast<const void* const*>(&pointers);
  if constexpr (detail::kIsTile<P>) {
    place = reinterpret_cast<const void* const*>(detail::Elements::of(pointers));
  }
  ::simt::check_aligned(SIMT_TILE_SITE, place, tile_size_v<P>, alignment);
  return pointers;
}
/// The same integer, which the program says to be such a multiple.
template <integral auto divisor, integral_tile T>
[[nodiscard]] SIMT_TILE_FUNCTION T assume_divisible(T value,
                                                    integral_constant<divisor> = {}) noexcept {
  static_assert(divisor > 0 && (divisor & (divisor - 1)) == 0,
                "assume_divisible() takes a power of two");
  const auto values = detail::as_integers(value);
  ::simt::check_divisible(SIMT_TILE_SITE, detail::Elements::of(values), tile_size_v<T>, divisor);
  return value;
}
/// The same integer, which the program says to lie between these.
template <integral auto least, integral auto most, integral_tile T>
[[nodiscard]] SIMT_TILE_FUNCTION T assume_bounded(T value, integral_constant<least> = {},
                                                  integral_constant<most> = {}) noexcept {
  static_assert(least <= most, "no number lies between these");
  detail::check_bounds(SIMT_TILE_SITE, value, least, most);
  return value;
}
template <integral auto least, integral_tile T>
[[nodiscard]] SIMT_TILE_FUNCTION T assume_bounded_below(T value,
                                                        integral_constant<least> = {}) noexcept {
  detail::check_bounds(SIMT_TILE_SITE, value, least, INT64_MAX);
  return value;
}
template <integral auto most, integral_tile T>
[[nodiscard]] SIMT_TILE_FUNCTION T assume_bounded_above(T value,
                                                        integral_constant<most> = {}) noexcept {
  detail::check_bounds(SIMT_TILE_SITE, value, INT64_MIN, most);
  return value;
}

}  // namespace cuda::tiles
