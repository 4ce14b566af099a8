/// @file
/// Views: a tensor as so many tiles, each with an index in every dimension.
#pragma once

#include <cmath>

#include "simt/tiles/layouts.h"
#include "simt/tiles/memory.h"
#include "simt/tiles/refused.h"

namespace cuda::tiles {

namespace detail {

/// What a masked load has outside of the tensor.
template <view_padding padding, class E>
SIMT_UNCOUNTED E padding_of() {
  using enum view_padding;
  if constexpr (padding == zero) {
    if constexpr (kIsPointer<E>) {
      return nullptr;
    } else {
      return converted<E>(0);
    }
  } else {
    static_assert(kIsFloat<E>, "only tiles of floating-point numbers have such a padding");
    return converted<E>(padding == negative_zero  ? -0.0
                        : padding == positive_inf ? HUGE_VAL
                        : padding == negative_inf ? -HUGE_VAL
                                                  : __builtin_nan(""));
  }
}

/// An index, or those of a gather: of an integer or of a tile of one element.
template <class Index>
SIMT_UNCOUNTED_INLINE std::int64_t index_of(const Index& index) {
  if constexpr (kIsTile<Index>) {
    static_assert(kSizeOf<ShapeOf<Index>> == 1, "an index is an integer, or a tile of one");
    return converted<std::int64_t>(*Elements::of(index));
  } else {
    return static_cast<std::int64_t>(index);
  }
}

/// With the coordinates of a gather.
struct Box : ::simt::TileBox {
  ::simt::TileStorage kept;
};

/// What all views do, given where the box with some indices is.
/// @tparam View has box(bool is_masked, indices…)
template <class View, class Span, class S>
class ViewAccess {
 public:
  using span_type = Span;
  using index_type = typename Span::index_type;
  using rank_type = std::size_t;
  using element_type = typename Span::element_type;
  using value_type = typename Span::value_type;
  using view_shape_type = S;
  using view_tile_type = tile<value_type, S>;

  SIMT_UNCOUNTED constexpr const Span& span() const noexcept { return span_; }

  template <class... Indices>
  SIMT_TILE_FUNCTION view_tile_type load(const Indices&... index) const noexcept {
    return loaded<view_padding::zero>(SIMT_TILE_SITE, box(false, index...));
  }
  template <view_padding padding = view_padding::zero, class... Indices>
  SIMT_TILE_FUNCTION view_tile_type load_masked(const Indices&... index) const noexcept {
    return loaded<padding>(SIMT_TILE_SITE, box(true, index...));
  }
  template <view_padding padding, class... Indices>
  SIMT_TILE_FUNCTION view_tile_type load_masked(view_padding_constant<padding>,
                                                const Indices&... index) const noexcept {
    return loaded<padding>(SIMT_TILE_SITE, box(true, index...));
  }
  template <tile_like T, class... Indices>
  SIMT_TILE_FUNCTION void store(const T& tile, const Indices&... index) const noexcept {
    const view_tile_type values = as_values(tile);
    ::simt::store_tile(SIMT_TILE_SITE, box(false, index...), Elements::of(values));
  }
  template <tile_like T, class... Indices>
  SIMT_TILE_FUNCTION void store_masked(const T& tile, const Indices&... index) const noexcept {
    const view_tile_type values = as_values(tile);
    ::simt::store_tile(SIMT_TILE_SITE, box(true, index...), Elements::of(values));
  }

#define SIMT_TILE_ATOMIC(name, update_name)                                                    \
  template <memory_order order, thread_scope scope, tile_like T, class... Indices>             \
  SIMT_TILE_FUNCTION void name(const T& tile, memory_order_constant<order>,                    \
                               thread_scope_constant<scope>, const Indices&... index)          \
      const noexcept {                                                                         \
    update<::simt::TileUpdate::update_name, order, scope>(SIMT_TILE_SITE, tile,                \
                                                          box(false, index...));               \
  }                                                                                            \
  template <memory_order order, thread_scope scope, tile_like T, class... Indices>             \
  SIMT_TILE_FUNCTION void name##_masked(const T& tile, memory_order_constant<order>,           \
                                        thread_scope_constant<scope>, const Indices&... index) \
      const noexcept {                                                                         \
    update<::simt::TileUpdate::update_name, order, scope>(SIMT_TILE_SITE, tile,                \
                                                          box(true, index...));                \
  }
  SIMT_TILE_ATOMIC(atomic_add, kAdd)
  SIMT_TILE_ATOMIC(atomic_sub, kSub)
  SIMT_TILE_ATOMIC(atomic_min, kMin)
  SIMT_TILE_ATOMIC(atomic_max, kMax)
  SIMT_TILE_ATOMIC(atomic_and, kAnd)
  SIMT_TILE_ATOMIC(atomic_or, kOr)
  SIMT_TILE_ATOMIC(atomic_xor, kXor)
#undef SIMT_TILE_ATOMIC

#define SIMT_REFUSED(name)                                                    \
  template <auto... N, class... Ts>                                           \
  view_tile_type name(const Ts&...) const {                                   \
    static_assert(kExists<Ts...>, "the CPU backend has no " #name             \
                                  "() of a view: that of a tile of pointers " \
                                  "is there");                                \
  }
  SIMT_REFUSED(atomic_load)
  SIMT_REFUSED(atomic_load_masked)
  SIMT_REFUSED(atomic_store)
  SIMT_REFUSED(atomic_store_masked)
#undef SIMT_REFUSED

 protected:
  SIMT_UNCOUNTED constexpr explicit ViewAccess(const Span& span) noexcept : span_(span) {
    static_assert(kIsShape<S>, "a view has the shape of its tiles: shape<16, 64>");
    static_assert(ShapeFacts<S>::kArePowersOfTwo,
                  "each extent of a tile is a power of two: take the next larger one, and load and "
                  "store with load_masked() and store_masked()");
    static_assert(kRankOf<S> == Span::rank(),
                  "the tiles of a view have as many dimensions as its tensor");
    static_assert(kRankOf<S> <= ::simt::kMostTileRank,
                  "the CPU backend has views of 8 dimensions at most");
  }

 private:
  template <class... Indices>
  SIMT_UNCOUNTED Box box(bool is_masked, const Indices&... index) const {
    static_assert(sizeof...(index) == kRankOf<S>, "a tile has an index in each dimension");
    Box box{};
    box.base = span_.data_handle();
    box.rank = kRankOf<S>;
    box.bytes = sizeof(value_type);
    box.is_masked = is_masked;
    for (std::size_t d = 0; d < kRankOf<S>; ++d) {
      box.shape[d] = static_cast<std::int64_t>(ShapeFacts<S>::kExtents[d]);
      box.extents[d] = static_cast<std::int64_t>(span_.extent(d));
      box.strides[d] = static_cast<std::int64_t>(span_.mapping().stride(d));
    }
    static_cast<const View*>(this)->place(box, index...);
    return box;
  }
  template <view_padding padding>
  SIMT_UNCOUNTED static view_tile_type loaded(const void* site, const ::simt::TileBox& box) {
    view_tile_type result = map<view_tile_type, Value>(padding_of<padding, value_type>());
    // (The only share of these elements.)
    ::simt::load_tile(site, box, const_cast<value_type*>(Elements::of(result)));
    return result;
  }
  template <class T>
  SIMT_UNCOUNTED static view_tile_type as_values(const T& tile) {
    static_assert(!std::is_const_v<element_type>, "this is a view of const elements");
    static_assert(std::is_same_v<ShapeOf<T>, S>,
                  "what is stored has the shape of the view's tiles: reshape() or broadcast() it");
    static_assert(kConverts<ElementOf<T>, value_type> && !kNarrows<ElementOf<T>, value_type>,
                  "what is stored would lose something in the elements' type: element_cast<>() it");
    return map<view_tile_type, Convert>(tile);
  }
  template <::simt::TileUpdate kind, memory_order order, thread_scope scope, class T>
  SIMT_UNCOUNTED static void update(const void* site, const T& tile, const ::simt::TileBox& box) {
    check_atomic<kind, value_type>();
    static_assert(order == memory_order::relaxed && scope != thread_scope::system,
                  "an atomic operation of a view is relaxed, for the device or the block");
    const view_tile_type values = as_values(tile);
    ::simt::TileAtomic how = atomic_of<order, scope>(kind, kNumberType<value_type>);
    how.operands = Elements::of(values);
    ::simt::update_tile(site, box, how);
  }

  Span span_;
};

}  // namespace detail

/// Tiles side by side.
template <class Span, class S>
class partition_view : public detail::ViewAccess<partition_view<Span, S>, Span, S> {
 public:
  SIMT_UNCOUNTED constexpr partition_view(const Span& span, const S&) noexcept
      : detail::ViewAccess<partition_view, Span, S>(span) {}

 private:
  friend detail::ViewAccess<partition_view, Span, S>;
  template <class... Indices>
  SIMT_UNCOUNTED void place(detail::Box& box, const Indices&... index) const {
    std::size_t d = 0;
    ((box.origin[d] = detail::index_of(index) * box.shape[d], ++d), ...);
  }
};
template <class Span, class S>
partition_view(Span, S) -> partition_view<Span, S>;

/// Tiles that begin every so many elements: they may overlap.
template <class Span, class S, class Strides>
class strided_view : public detail::ViewAccess<strided_view<Span, S, Strides>, Span, S> {
 public:
  SIMT_UNCOUNTED constexpr strided_view(const Span& span, const S&, const Strides& strides) noexcept
      : detail::ViewAccess<strided_view, Span, S>(span), strides_(strides) {
    static_assert(Strides::rank() == detail::kRankOf<S>, "a stride in each dimension");
    static_assert(Strides::rank_dynamic() == 0, "the strides of a strided_view are in its type");
  }

 private:
  friend detail::ViewAccess<strided_view, Span, S>;
  template <class... Indices>
  SIMT_UNCOUNTED void place(detail::Box& box, const Indices&... index) const {
    std::size_t d = 0;
    ((box.origin[d] =
          detail::index_of(index) * static_cast<std::int64_t>(detail::stride_of(strides_, d)),
      ++d),
     ...);
  }
  Strides strides_;
};
template <class Span, class S, class Strides>
strided_view(Span, S, Strides) -> strided_view<Span, S, Strides>;

/// Tiles whose coordinates in one dimension are given by a tile.
template <class Span, class S, std::size_t dimension>
class gather_scatter_view
    : public detail::ViewAccess<gather_scatter_view<Span, S, dimension>, Span, S> {
 public:
  template <class Dimension>
  SIMT_UNCOUNTED constexpr gather_scatter_view(const Span& span, const S&, Dimension) noexcept
      : detail::ViewAccess<gather_scatter_view, Span, S>(span) {
    static_assert(dimension < detail::kRankOf<S>, "a dimension that the tensor does not have");
  }

 private:
  friend detail::ViewAccess<gather_scatter_view, Span, S>;
  static constexpr std::size_t kGathered = detail::ShapeFacts<S>::kExtents[dimension];

  template <class... Indices>
  SIMT_UNCOUNTED void place(detail::Box& box, const Indices&... index) const {
    std::size_t d = 0;
    (place_one(box, d++, index), ...);
  }
  template <class Index>
  SIMT_UNCOUNTED static void place_one(detail::Box& box, std::size_t d, const Index& index) {
    if constexpr (detail::kIsTile<Index>) {
      static_assert(detail::kSizeOf<detail::ShapeOf<Index>> == kGathered,
                    "the tile of coordinates has one for each element in this dimension");
      const auto wide = element_cast<std::int64_t>(index);
      const std::int64_t* const coordinates = detail::Elements::of(wide);
      box.kept = ::simt::TileStorage(sizeof(std::int64_t) * kGathered);
      auto* const kept = static_cast<std::int64_t*>(box.kept.elements());
      for (std::size_t i = 0; i < kGathered; ++i) kept[i] = coordinates[i];
      box.gathered = kept;
      box.gathered_dimension = static_cast<unsigned>(d);
    } else {
      box.origin[d] = detail::index_of(index) * box.shape[d];
    }
  }
};
template <class Span, class S, integral auto dimension>
gather_scatter_view(Span, S, integral_constant<dimension>)
    -> gather_scatter_view<Span, S, static_cast<std::size_t>(dimension)>;

}  // namespace cuda::tiles
