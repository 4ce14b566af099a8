/// @file
/// `tile<E, S>`: elements of type E in shape S, and what computes each element of a tile from those of others.
///
/// A tile never changes; what has a name gets another one. So copies share their elements, which lie in memory of the
/// block, and nothing that happens inside of a tile is an access to memory.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "simt/tiles/access.h"
#include "simt/tiles/elements.h"

namespace cuda::tiles {

namespace detail {

/// A function of the model's own: not a part of the kernel, whose line is its return address.
#define SIMT_TILE_FUNCTION [[gnu::noinline]] SIMT_UNCOUNTED
#define SIMT_TILE_SITE __builtin_return_address(0)

/// The way to a tile's elements.
struct Elements {
  template <class E, class S>
  SIMT_UNCOUNTED_INLINE static const E* of(const tile<E, S>& tile) {
    const void* const elements = tile.storage_.elements();
    if (elements == nullptr) ::simt::fail_empty_tile(SIMT_TILE_SITE);
    return static_cast<const E*>(elements);
  }
  /// Of a tile that is being made.
  template <class E, class S>
  SIMT_UNCOUNTED_INLINE static E* made(tile<E, S>& tile) {
    tile.storage_ = ::simt::TileStorage(kSizeOf<S> * sizeof(E));
    return static_cast<E*>(tile.storage_.elements());
  }
};

/// Where the element is that takes part in the i-th one of a broadcast shape.
template <class From, class To, std::size_t... D>
SIMT_UNCOUNTED_INLINE std::size_t place_in(std::size_t i, std::index_sequence<D...>) {
  if constexpr (kSizeOf<From> == kSizeOf<To>) {
    return i;
  } else {
    constexpr std::size_t missing = kRankOf<To> - kRankOf<From>;
    std::size_t place = 0;
    ((place += ShapeFacts<From>::kExtents[D] == 1
                   ? 0
                   : i / ShapeFacts<To>::stride(missing + D) % ShapeFacts<From>::kExtents[D] *
                         ShapeFacts<From>::stride(D)),
     ...);
    return place;
  }
}

/// An operand: elements of a tile that are broadcast to shape S, or a scalar.
template <class T, class S>
struct Source {
  const T& value;
  SIMT_UNCOUNTED_INLINE T operator[](std::size_t) const { return value; }
};
template <class E, class From, class S>
struct Source<tile<E, From>, S> {
  const E* elements;
  SIMT_UNCOUNTED_INLINE E operator[](std::size_t i) const {
    return elements[place_in<From, S>(i, std::make_index_sequence<kRankOf<From>>())];
  }
};
template <class S, class T>
SIMT_UNCOUNTED_INLINE Source<T, S> source(const T& value) {
  if constexpr (kIsTile<T>) {
    return {Elements::of(value)};
  } else {
    return {value};
  }
}

/// A tile, or an element, each of whose elements is `Op::of` of those of the operands.
template <class Result, class Op, class... Ts>
SIMT_TILE_FUNCTION Result map(const Ts&... operands) {
  if constexpr (!kIsTile<Result>) {
    return Op::template of<Result>(operands...);
  } else {
    using E = ElementOf<Result>;
    using S = ShapeOf<Result>;
    Result result;
    E* const to = Elements::made(result);
    [&](auto... from) __attribute__((always_inline, no_sanitize("thread"), no_sanitize_coverage)) {
      for (std::size_t i = 0; i < kSizeOf<S>; ++i) to[i] = Op::template of<E>(from[i]...);
    }
    (source<S>(operands)...);
    return result;
  }
}

struct Convert {
  template <class R, class T>
  SIMT_UNCOUNTED_INLINE static R of(T from) {
    return converted<R>(from);
  }
};

/// The element of C arrays of any rank.
template <class A, class S>
SIMT_CONSTEVAL bool has_extents() {
  if constexpr (std::rank_v<A> != kRankOf<S>) {
    return false;
  } else {
    return []<std::size_t... D>(std::index_sequence<D...>) {
      return ((std::extent_v<A, D> == ShapeFacts<S>::kExtents[D]) && ...);
    }
    (std::make_index_sequence<kRankOf<S>>());
  }
}

template <class T, class E, class S>
inline constexpr bool kConvertsTo =
    tile_like<T>&& std::is_same_v<ShapeOf<T>, S>&& kConverts<ElementOf<T>, E>;

}  // namespace detail

template <class E, class S>
class tile {
  static_assert(
      detail::kIsElement<E>,
      "the elements of a tile are integers, half, bfloat16, fp8, float, double or pointers");
  static_assert(detail::kIsShape<S>, "a tile has a shape: tile<float, shape<16, 64>>");
  static_assert(detail::ShapeFacts<S>::kArePowersOfTwo,
                "each extent of a tile is a power of two: take the next larger one, and load and "
                "store with load_masked() and store_masked()");
  static_assert(detail::kSizeOf<S> <= detail::kMostElements,
                "a tile has 16,777,216 elements at most: let each block take a smaller one");

 public:
  using element_type = E;
  using shape_type = S;
  using rank_type = std::size_t;
  using index_type = std::uint32_t;

  /// Without a value: using it stops the kernel.
  tile() = default;

  /// From a tile of another element type.
  template <class T>
  requires(detail::kConvertsTo<T, E, S> && !std::is_same_v<detail::Bare<T>, tile>) SIMT_UNCOUNTED
      explicit(detail::kNarrows<detail::ElementOf<T>, E>) tile(const T& other)
      : tile(detail::map<tile, detail::Convert>(other)) {}

  /// From numbers that are known when the program is compiled.
  template <class A>
  requires(std::is_array_v<A>&& detail::has_extents<A, S>() &&
           detail::kConverts<std::remove_cv_t<std::remove_all_extents_t<A>>, E>) SIMT_TILE_FUNCTION
      explicit(detail::kNarrows<std::remove_cv_t<std::remove_all_extents_t<A>>, E>)
          tile(const A& values) {
    using From = std::remove_cv_t<std::remove_all_extents_t<A>>;
    const auto* const from = reinterpret_cast<const From*>(&values);
    E* const to = detail::Elements::made(*this);
    for (std::size_t i = 0; i < detail::kSizeOf<S>; ++i) to[i] = detail::converted<E>(from[i]);
  }

  /// The only element. (Of no const tile: nvcc has it so.)
  template <class T>
  requires(detail::kSizeOf<S> == 1 && detail::kConverts<E, T>) SIMT_UNCOUNTED explicit
  operator T() noexcept {
    return detail::converted<T>(*detail::Elements::of(*this));
  }

 private:
  friend detail::Elements;
  ::simt::TileStorage storage_;
};

template <scalar E>
tile(E) -> tile<E, shape<>>;
template <class E, std::size_t a>
tile(const E (&)[a]) -> tile<E, shape<a>>;
template <class E, std::size_t a, std::size_t b>
tile(const E (&)[a][b]) -> tile<E, shape<a, b>>;
template <class E, std::size_t a, std::size_t b, std::size_t c>
tile(const E (&)[a][b][c]) -> tile<E, shape<a, b, c>>;

namespace detail {

struct Value {
  template <class R, class T>
  SIMT_UNCOUNTED_INLINE static R of(T value) {
    return value;
  }
};

}  // namespace detail

/// A tile of equal elements.
template <tile_like T>
SIMT_UNCOUNTED_INLINE T full(tile_element_t<T> value) noexcept {
  return detail::map<T, detail::Value>(value);
}
template <numeric_tile T>
SIMT_UNCOUNTED_INLINE T zeros() noexcept {
  return full<T>(detail::converted<tile_element_t<T>>(0));
}
template <numeric_tile T>
SIMT_UNCOUNTED_INLINE T ones() noexcept {
  return full<T>(detail::converted<tile_element_t<T>>(1));
}

/// 0, 1, 2 … in row-major order.
template <integral_tile T>
SIMT_TILE_FUNCTION T iota() noexcept {
  using E = tile_element_t<T>;
  static_assert(tile_size_v<T> - 1 <= static_cast<std::uint64_t>(std::numeric_limits<E>::max()),
                "the last number of this iota does not fit its element type");
  T result;
  E* const to = detail::Elements::made(result);
  for (std::size_t i = 0; i < tile_size_v<T>; ++i) to[i] = static_cast<E>(i);
  return result;
}

/// Each element as another type.
template <scalar E, tile_like T>
SIMT_UNCOUNTED_INLINE auto element_cast(const T& from) noexcept {
  static_assert(detail::kConverts<tile_element_t<T>, E>, "no such conversion of elements");
  return detail::map<detail::With<T, E>, detail::Convert>(from);
}
template <scalar E, tile_like T, rounding_mode mode>
SIMT_UNCOUNTED_INLINE auto element_cast(const T& from, rounding_mode_constant<mode>) noexcept {
  static_assert(mode == rounding_mode::round_ties_to_even,
                "the CPU backend rounds to nearest even only: element_cast<E>(tile)");
  return element_cast<E>(from);
}
template <scalar E, tile_like T, saturation_mode mode>
SIMT_UNCOUNTED_INLINE auto element_cast(const T& from, saturation_mode_constant<mode>) noexcept {
  return element_cast<E>(from);  // it saturates
}

namespace detail {
struct Bitcast {
  template <class R, class T>
  SIMT_UNCOUNTED_INLINE static R of(T from) {
    return __builtin_bit_cast(R, from);
  }
};
}  // namespace detail
template <scalar E, tile_like T>
SIMT_UNCOUNTED_INLINE auto element_bitcast(const T& from) noexcept {
  static_assert(sizeof(E) == sizeof(tile_element_t<T>), "the two types have different sizes");
  return detail::map<detail::With<T, E>, detail::Bitcast>(from);
}

}  // namespace cuda::tiles
