/// @file
/// The same elements in another shape or another order, and parts of tiles.
#pragma once

#include "simt/tiles/tile.h"

namespace cuda::tiles {

namespace detail {

template <std::size_t rank>
struct Place {
  std::size_t at[rank + 1];
};

/// The coordinates of the i-th element.
template <class S>
SIMT_UNCOUNTED_INLINE auto place_of(std::size_t i) {
  Place<kRankOf<S>> place{};
  for (std::size_t d = kRankOf<S>; d-- > 0;) {
    place.at[d] = i % ShapeFacts<S>::kExtents[d];
    i /= ShapeFacts<S>::kExtents[d];
  }
  return place;
}
template <class S>
SIMT_UNCOUNTED_INLINE std::size_t number_of(const Place<kRankOf<S>>& place) {
  std::size_t number = 0;
  for (std::size_t d = 0; d < kRankOf<S>; ++d) {
    number = number * ShapeFacts<S>::kExtents[d] + place.at[d];
  }
  return number;
}

template <class S, class Map, class Indices>
struct PermutedShape;
template <class S, class Map, std::size_t... D>
struct PermutedShape<S, Map, std::index_sequence<D...>> {
  using Type = shape<ShapeFacts<S>::kExtents[Map::mapping(D)]...>;
};
template <class S, std::size_t dimension, std::size_t extent, class Indices>
struct ChangedShape;
template <class S, std::size_t dimension, std::size_t extent, std::size_t... D>
struct ChangedShape<S, dimension, extent, std::index_sequence<D...>> {
  using Type = shape<(D == dimension ? extent : ShapeFacts<S>::kExtents[D])...>;
};
/// S with another extent in one dimension.
template <class S, std::size_t dimension, std::size_t extent>
using Changed =
    typename ChangedShape<S, dimension, extent, std::make_index_sequence<kRankOf<S>>>::Type;

template <class Map, class E, class S, class R>
SIMT_TILE_FUNCTION tile<E, R> permuted(const tile<E, S>& from) {
  const E* const elements = Elements::of(from);
  tile<E, R> result;
  E* const to = Elements::made(result);
  for (std::size_t i = 0; i < kSizeOf<R>; ++i) {
    const auto place = place_of<R>(i);
    Place<kRankOf<S>> source{};
    for (std::size_t d = 0; d < kRankOf<S>; ++d) source.at[Map::mapping(d)] = place.at[d];
    to[i] = elements[number_of<S>(source)];
  }
  return result;
}

template <std::size_t... D>
dimension_map<1, 0, (D + 2)...> swap_first(std::index_sequence<D...>);

template <class Part, class S>
SIMT_CONSTEVAL bool divides() {
  if constexpr (kRankOf<Part> != kRankOf<S>) {
    return false;
  } else {
    for (std::size_t d = 0; d < kRankOf<S>; ++d) {
      if (ShapeFacts<S>::kExtents[d] % ShapeFacts<Part>::kExtents[d] != 0) return false;
    }
    return true;
  }
}

/// Calls `use(number in the part, number in the whole)` for the elements of a part.
template <class Part, class S, class Use>
SIMT_UNCOUNTED_INLINE void for_each_of_part(const Place<kRankOf<S>>& part, Use use) {
  for (std::size_t i = 0; i < kSizeOf<Part>; ++i) {
    auto place = place_of<Part>(i);
    for (std::size_t d = 0; d < kRankOf<S>; ++d) {
      place.at[d] += part.at[d] * ShapeFacts<Part>::kExtents[d] % ShapeFacts<S>::kExtents[d];
    }
    use(i, number_of<S>(place));
  }
}
#define SIMT_UNCOUNTED_LAMBDA \
  __attribute__((always_inline, no_sanitize("thread"), no_sanitize_coverage))

}  // namespace detail

/// The elements in row-major order, in another shape.
template <tile_shape S, tile_like T>
SIMT_TILE_FUNCTION auto reshape(const T& from, S = {}) noexcept {
  static_assert(shape_size_v<S> == tile_size_v<T>, "reshape() keeps the number of elements");
  using E = tile_element_t<T>;
  const auto elements = detail::source<detail::ShapeOf<T>>(from);
  tile<E, S> result;
  E* const to = detail::Elements::made(result);
  for (std::size_t i = 0; i < shape_size_v<S>; ++i) to[i] = elements[i];
  return result;
}

/// Repeated along extents of 1, and along dimensions in front.
template <tile_shape S, tile_like T>
SIMT_UNCOUNTED_INLINE auto broadcast(const T& from, S = {}) noexcept {
  static_assert(detail::broadcasts_to<tile_shape_t<T>, S>(),
                "broadcast() repeats along extents of 1: the others have to be equal, counted from "
                "the last one. reshape() inserts extents of 1");
  return detail::map<tile<tile_element_t<T>, S>, detail::Value>(from);
}

template <class Map, class E, class S>
SIMT_UNCOUNTED_INLINE auto permute(const tile<E, S>& from, Map = {}) noexcept {
  static_assert(Map::rank() == detail::kRankOf<S>, "permute() needs a number for each dimension");
  using R =
      typename detail::PermutedShape<S, Map, std::make_index_sequence<detail::kRankOf<S>>>::Type;
  return detail::permuted<Map, E, S, R>(from);
}

/// With the first two dimensions exchanged.
template <class E, class S>
SIMT_UNCOUNTED_INLINE auto transpose(const tile<E, S>& from) noexcept {
  if constexpr (detail::kRankOf<S> < 2) {
    return from;
  } else {
    using Map = decltype(detail::swap_first(std::make_index_sequence<detail::kRankOf<S> - 2>()));
    return permute<Map>(from);
  }
}

/// Two tiles side by side, in one dimension.
template <integral auto dimension, class E, class S>
SIMT_TILE_FUNCTION auto cat(const tile<E, S>& a, const tile<E, S>& b,
                            integral_constant<dimension> = {}) noexcept {
  static_assert(dimension >= 0 && dimension < detail::kRankOf<S>,
                "cat() in a dimension that the tiles do not have");
  constexpr std::size_t extent = detail::ShapeFacts<S>::kExtents[dimension];
  using R = detail::Changed<S, dimension, 2 * extent>;
  const E* const elements[] = {detail::Elements::of(a), detail::Elements::of(b)};
  tile<E, R> result;
  E* const to = detail::Elements::made(result);
  for (std::size_t i = 0; i < detail::kSizeOf<R>; ++i) {
    auto place = detail::place_of<R>(i);
    const bool is_second = place.at[dimension] >= extent;
    place.at[dimension] %= extent;
    to[i] = elements[is_second][detail::number_of<S>(place)];
  }
  return result;
}

/// The part with these indices, if the tile is cut into parts of a shape.
template <tile_shape Part, class E, class S, class... Indices>
SIMT_TILE_FUNCTION auto extract(const tile<E, S>& from, Part, Indices... index) noexcept {
  static_assert(detail::divides<Part, S>(), "the shape of a part divides that of the tile");
  static_assert(sizeof...(index) == detail::kRankOf<S>, "a part has an index in each dimension");
  const E* const elements = detail::Elements::of(from);
  tile<E, Part> result;
  E* const to = detail::Elements::made(result);
  detail::for_each_of_part<Part, S>({static_cast<std::size_t>(index)...},
                                    [&](std::size_t i, std::size_t in_whole)
                                        SIMT_UNCOUNTED_LAMBDA { to[i] = elements[in_whole]; });
  return result;
}

/// The tile with another part.
template <class E, class S, class F, class Part, class... Indices>
[[nodiscard]] SIMT_TILE_FUNCTION tile<E, S> insert(const tile<E, S>& whole,
                                                   const tile<F, Part>& part,
                                                   Indices... index) noexcept {
  static_assert(detail::divides<Part, S>(), "the shape of a part divides that of the tile");
  static_assert(sizeof...(index) == detail::kRankOf<S>, "a part has an index in each dimension");
  static_assert(!detail::kNarrows<F, E>, "the part would lose something in the tile's type");
  const E* const elements = detail::Elements::of(whole);
  const F* const others = detail::Elements::of(part);
  tile<E, S> result;
  E* const to = detail::Elements::made(result);
  for (std::size_t i = 0; i < detail::kSizeOf<S>; ++i) to[i] = elements[i];
  detail::for_each_of_part<Part, S>({static_cast<std::size_t>(index)...},
                                    [&](std::size_t i, std::size_t in_whole) SIMT_UNCOUNTED_LAMBDA {
                                      to[in_whole] = detail::converted<E>(others[i]);
                                    });
  return result;
}

}  // namespace cuda::tiles
