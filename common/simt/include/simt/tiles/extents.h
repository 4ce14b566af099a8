/// @file
/// Extents, strides and shapes: numbers of which some are part of the type, and the others are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "simt/tiles/constants.h"

namespace cuda::tiles {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);
inline constexpr std::size_t dynamic_stride = static_cast<std::size_t>(-1);
inline constexpr std::ptrdiff_t dynamic_offset = PTRDIFF_MIN;

namespace detail {

/// A number of each dimension. @tparam kDynamic stands for one that is not known
template <class T, class Static, Static kDynamic, Static... kKnown>
class Numbers {
 public:
  using rank_type = std::size_t;
  SIMT_UNCOUNTED static constexpr rank_type rank() noexcept { return sizeof...(kKnown); }
  SIMT_UNCOUNTED static constexpr rank_type rank_dynamic() noexcept {
    return (std::size_t{kKnown == kDynamic} + ... + 0);
  }

 protected:
  Numbers() = default;
  /// @param numbers of all dimensions, or of those that are not known
  template <class... Ts>
  SIMT_UNCOUNTED constexpr explicit Numbers(std::in_place_t, Ts... numbers) noexcept {
    const T given[] = {static_cast<T>(numbers)...};
    std::size_t next = 0;
    for (std::size_t i = 0; i < rank(); ++i) {
      const bool is_dynamic = known(i) == kDynamic;
      if (is_dynamic) all_[i] = given[next];
      if (is_dynamic || sizeof...(numbers) == rank()) ++next;
    }
  }
  SIMT_UNCOUNTED static constexpr Static known(rank_type i) noexcept {
    const Static all[] = {kKnown..., Static{}};
    return all[i];
  }
  SIMT_UNCOUNTED constexpr T number(rank_type i) const noexcept { return all_[i]; }

 private:
  T all_[sizeof...(kKnown) + 1] = {(kKnown == kDynamic ? T{} : static_cast<T>(kKnown))..., T{}};
};

template <class T, class Static, Static kDynamic>
inline constexpr Static kNumberOf = kDynamic;
template <auto value, class Static, Static kDynamic>
inline constexpr Static kNumberOf<integral_constant<value>, Static, kDynamic> =
    static_cast<Static>(value);

template <class T, class... Numbers>
inline constexpr bool kAreNumbers = (std::is_convertible_v<Numbers, T> && ...);

}  // namespace detail

#define SIMT_NUMBERS(name, one, Index, kDynamic, Static)                                     \
  template <integral T, Static... kKnown>                                                    \
  struct name : detail::Numbers<T, Static, kDynamic, kKnown...> {                            \
    using Base = detail::Numbers<T, Static, kDynamic, kKnown...>;                            \
    using one##_type = T;                                                                    \
    using Index = T;                                                                         \
    SIMT_UNCOUNTED static constexpr Static static_##one(std::size_t i) noexcept {            \
      return Base::known(i);                                                                 \
    }                                                                                        \
    SIMT_UNCOUNTED constexpr T one(std::size_t i) const noexcept { return Base::number(i); } \
                                                                                             \
    name() = default;                                                                        \
    template <class... Ts>                                                                   \
    requires(detail::kAreNumbers<T, Ts...> && sizeof...(Ts) != 0 &&                          \
             (sizeof...(Ts) == Base::rank() ||                                               \
              sizeof...(Ts) == Base::rank_dynamic())) SIMT_UNCOUNTED                         \
        constexpr explicit name(Ts... numbers) noexcept                                      \
        : Base(std::in_place, numbers...) {}                                                 \
  };                                                                                         \
  template <class... Ts>                                                                     \
  name(Ts...)                                                                                \
      ->name<std::conditional_t<std::is_signed_v<Static>, std::int32_t, std::uint32_t>,      \
             detail::kNumberOf<Ts, Static, kDynamic>...>

/// How long a tensor is in each dimension.
SIMT_NUMBERS(extents, extent, index_type, dynamic_extent, std::size_t);
/// How many elements lie between neighbours.
SIMT_NUMBERS(strides, stride, number_type, dynamic_stride, std::size_t);
SIMT_NUMBERS(offsets, offset, number_type, dynamic_offset, std::ptrdiff_t);
#undef SIMT_NUMBERS

/// The extents of a tile: powers of two. (A type of its own, since g++ 12 deduces no arguments of a name for another.)
template <std::size_t... N>
struct shape : extents<std::uint32_t, N...> {
  shape() = default;
  template <class... Ts>
  requires(sizeof...(Ts) == sizeof...(N) && sizeof...(N) != 0) SIMT_UNCOUNTED
      constexpr explicit shape(Ts...) noexcept {}
};
template <class... Ts>
shape(Ts...) -> shape<detail::kNumberOf<Ts, std::size_t, dynamic_extent>...>;

/// `dimension_map<1, 0>`: dimension 0 of the result is dimension 1 of what is permuted.
template <std::size_t... N>
struct dimension_map {
  dimension_map() = default;
  template <class... Ts>
  requires(sizeof...(Ts) == sizeof...(N) && sizeof...(N) != 0) SIMT_UNCOUNTED
      constexpr explicit dimension_map(Ts...) noexcept {}
  SIMT_UNCOUNTED static constexpr std::size_t rank() noexcept { return sizeof...(N); }
  SIMT_UNCOUNTED static constexpr std::size_t mapping(std::size_t i) noexcept {
    const std::size_t all[] = {N..., 0};
    return all[i];
  }
};
template <auto... values>
dimension_map(integral_constant<values>...) -> dimension_map<static_cast<std::size_t>(values)...>;

namespace detail {

template <class S>
inline constexpr bool kIsShape = false;
template <std::size_t... N>
inline constexpr bool kIsShape<shape<N...>> = true;

template <class S>
struct ShapeFacts;
template <std::size_t... N>
struct ShapeFacts<shape<N...>> {
  static constexpr std::size_t kRank = sizeof...(N);
  static constexpr std::size_t kSize = (N * ... * 1);
  static constexpr std::size_t kExtents[] = {N..., 1};
  static constexpr bool kArePowersOfTwo = ((N != 0 && (N & (N - 1)) == 0) && ...);
  /// Elements from one to the next in this dimension, and all of those behind it.
  SIMT_UNCOUNTED static constexpr std::size_t stride(std::size_t dimension) {
    std::size_t product = 1;
    for (std::size_t i = dimension + 1; i < kRank; ++i) product *= kExtents[i];
    return product;
  }
};

inline constexpr std::size_t kMostElements = 16777216;

template <class S>
inline constexpr std::size_t kSizeOf = ShapeFacts<S>::kSize;
template <class S>
inline constexpr std::size_t kRankOf = ShapeFacts<S>::kRank;

}  // namespace detail

template <class S>
concept tile_shape = detail::kIsShape<std::remove_cv_t<S>>;
template <class T>
concept extents_like = requires(const T& t) {
  typename T::index_type;
  T::rank();
  T::static_extent(0);
  t.extent(0);
};
template <class S>
inline constexpr std::size_t shape_size_v = detail::kSizeOf<S>;

}  // namespace cuda::tiles
