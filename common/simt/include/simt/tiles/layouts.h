/// @file
/// Tensors in global memory: how far apart their elements are, and spans of them.
#pragma once

#include "simt/tiles/elements.h"

namespace cuda::tiles {

struct layout_right;
struct layout_left;
template <class Strides>
struct layout_strided;

namespace detail {

/// What all mappings have.
template <class Extents, class Layout>
class Mapping {
 public:
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = std::size_t;
  using layout_type = Layout;
  SIMT_UNCOUNTED constexpr const Extents& extents() const noexcept { return extents_; }
  SIMT_UNCOUNTED static constexpr bool is_always_strided() noexcept { return true; }

 protected:
  SIMT_UNCOUNTED constexpr explicit Mapping(const Extents& extents) noexcept : extents_(extents) {}

 private:
  Extents extents_;
};

template <class M>
concept IsMapping = requires(const M& m) {
  m.extents();
  m.stride(0);
};

template <class Strides>
SIMT_UNCOUNTED constexpr auto stride_of(const Strides& strides, std::size_t i) {
  if constexpr (extents_like<Strides>) {
    return strides.extent(i);
  } else {
    return strides.stride(i);
  }
}

}  // namespace detail

/// Row-major: the last dimension is contiguous.
template <class Extents>
struct layout_right_mapping : detail::Mapping<Extents, layout_right> {
  SIMT_UNCOUNTED constexpr explicit layout_right_mapping(const Extents& extents) noexcept
      : detail::Mapping<Extents, layout_right>(extents) {}
  SIMT_UNCOUNTED constexpr std::int64_t stride(std::size_t dimension) const noexcept {
    std::int64_t stride = 1;
    for (std::size_t i = dimension + 1; i < Extents::rank(); ++i) {
      stride *= static_cast<std::int64_t>(this->extents().extent(i));
    }
    return stride;
  }
};
/// Column-major: the first dimension is contiguous.
template <class Extents>
struct layout_left_mapping : detail::Mapping<Extents, layout_left> {
  SIMT_UNCOUNTED constexpr explicit layout_left_mapping(const Extents& extents) noexcept
      : detail::Mapping<Extents, layout_left>(extents) {}
  SIMT_UNCOUNTED constexpr std::int64_t stride(std::size_t dimension) const noexcept {
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < dimension; ++i) {
      stride *= static_cast<std::int64_t>(this->extents().extent(i));
    }
    return stride;
  }
};
template <class Extents, class Strides>
struct layout_strided_mapping : detail::Mapping<Extents, layout_strided<Strides>> {
  SIMT_UNCOUNTED constexpr layout_strided_mapping(const Extents& extents,
                                                  const Strides& strides) noexcept
      : detail::Mapping<Extents, layout_strided<Strides>>(extents), strides_(strides) {
    static_assert(Extents::rank() == Strides::rank(), "a stride for each extent");
  }
  SIMT_UNCOUNTED constexpr std::int64_t stride(std::size_t dimension) const noexcept {
    return static_cast<std::int64_t>(detail::stride_of(strides_, dimension));
  }

 private:
  Strides strides_;
};

struct layout_right {
  template <class Extents>
  using mapping = layout_right_mapping<Extents>;
};
struct layout_left {
  template <class Extents>
  using mapping = layout_left_mapping<Extents>;
};
template <class Strides>
struct layout_strided {
  template <class Extents>
  using mapping = layout_strided_mapping<Extents, Strides>;
};

/// A tensor in global memory: where it begins, and how its elements lie.
template <scalar E, class Extents, class Layout = layout_right>
class tensor_span {
 public:
  using element_type = E;
  using value_type = std::remove_cv_t<E>;
  using layout_type = Layout;
  using mapping_type = typename Layout::template mapping<Extents>;
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using rank_type = std::size_t;
  using data_handle_type = E*;

  SIMT_UNCOUNTED constexpr tensor_span(E* data, const mapping_type& mapping) noexcept
      : data_(data), mapping_(mapping) {}
  SIMT_UNCOUNTED constexpr tensor_span(E* data, const Extents& extents, const Layout& = {}) noexcept
      requires std::is_constructible_v<mapping_type, const Extents&> : data_(data),
                                                                       mapping_(extents) {}

  SIMT_UNCOUNTED constexpr const Extents& extents() const noexcept { return mapping_.extents(); }
  SIMT_UNCOUNTED constexpr index_type extent(rank_type i) const noexcept {
    return extents().extent(i);
  }
  SIMT_UNCOUNTED static constexpr std::size_t static_extent(rank_type i) noexcept {
    return Extents::static_extent(i);
  }
  SIMT_UNCOUNTED static constexpr rank_type rank() noexcept { return Extents::rank(); }
  SIMT_UNCOUNTED static constexpr rank_type rank_dynamic() noexcept {
    return Extents::rank_dynamic();
  }
  SIMT_UNCOUNTED constexpr const mapping_type& mapping() const noexcept { return mapping_; }
  SIMT_UNCOUNTED constexpr E* data_handle() const noexcept { return data_; }

 private:
  E* data_;
  mapping_type mapping_;
};
template <class E, detail::IsMapping M>
tensor_span(E*, const M&) -> tensor_span<E, typename M::extents_type, typename M::layout_type>;
template <class E, extents_like X, class Layout = layout_right>
tensor_span(E*, const X&, const Layout& = {}) -> tensor_span<E, X, Layout>;

}  // namespace cuda::tiles
