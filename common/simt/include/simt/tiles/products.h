/// @file
/// Products of matrices.
#pragma once

#include "simt/tiles/tile.h"

namespace cuda::tiles {

namespace detail {

/// What products are summed in.
template <class E>
using SumOf = std::conditional_t<kIsInteger<E>, std::int32_t,
                                 std::conditional_t<std::is_same_v<E, double>, double, float>>;
/// Whether there is a product of E that is added to Acc.
template <class E, class Acc>
inline constexpr bool kMultiplies =
    (kIsInteger<E> && sizeof(E) == 1 && std::is_same_v<Acc, std::int32_t>) ||
    ((kIsTiny<E> || std::is_same_v<E, __half>)&&(std::is_same_v<Acc, __half> ||
                                                 std::is_same_v<Acc, float>)) ||
    ((std::is_same_v<E, __nv_bfloat16> || std::is_same_v<E, float>)&&std::is_same_v<Acc, float>) ||
    (std::is_same_v<E, double> && std::is_same_v<Acc, double>);

/// The extents of a matrix, or of several.
template <class S>
struct Matrices {
  static constexpr std::size_t kRank = kRankOf<S>;
  static constexpr std::size_t kBatches = kRank == 3 ? ShapeFacts<S>::kExtents[0] : 1;
  static constexpr std::size_t kRows = kRank < 2 ? 1 : ShapeFacts<S>::kExtents[kRank - 2];
  static constexpr std::size_t kColumns = kRank < 1 ? 1 : ShapeFacts<S>::kExtents[kRank - 1];
};
template <class A, class B, class C>
SIMT_CONSTEVAL void check_product() {
  using MA = Matrices<ShapeOf<A>>;
  using MB = Matrices<ShapeOf<B>>;
  using MC = Matrices<ShapeOf<C>>;
  static_assert(
      (MA::kRank == 2 || MA::kRank == 3) && MA::kRank == MB::kRank && MA::kRank == MC::kRank,
      "the tiles of a product have two dimensions, or all three have three");
  static_assert(MA::kColumns == MB::kRows && MA::kRows == MC::kRows && MB::kColumns == MC::kColumns,
                "the shapes of a product are m x k, k x n and m x n");
  static_assert((MA::kBatches == 1 || MA::kBatches == MC::kBatches) &&
                    (MB::kBatches == 1 || MB::kBatches == MC::kBatches),
                "the number of matrices in a factor is that of the result, or 1");
  using EA = ElementOf<A>;
  using EB = ElementOf<B>;
  static_assert(std::is_same_v<EA, EB> || (kIsInteger<EA> && kIsInteger<EB>),
                "the factors of a product have elements of one type");
  static_assert(
      kMultiplies<EA, ElementOf<C>>,
      "no tensor core adds a product of such elements to this type: half or fp8 to half or "
      "float, bfloat16 or float to float, double to double, integers of 8 bits to int");
}

template <class W, class E, class S>
SIMT_UNCOUNTED ::simt::TileStorage as_numbers(const tile<E, S>& from) {
  const E* const elements = Elements::of(from);
  ::simt::TileStorage storage(kSizeOf<S> * sizeof(W));
  auto* const to = static_cast<W*>(storage.elements());
  for (std::size_t i = 0; i < kSizeOf<S>; ++i) to[i] = converted<W>(elements[i]);
  return storage;
}

}  // namespace detail

/// a · b + c, in the type of c. Sums have that type's precision, or a float's if it is half.
template <numeric_tile A, numeric_tile B, numeric_tile C>
SIMT_TILE_FUNCTION C mma(const A& a, const B& b, const C& c) noexcept {
  detail::check_product<A, B, C>();
  using W = detail::SumOf<detail::ElementOf<C>>;
  using MA = detail::Matrices<detail::ShapeOf<A>>;
  using MB = detail::Matrices<detail::ShapeOf<B>>;
  using MC = detail::Matrices<detail::ShapeOf<C>>;
  const ::simt::TileStorage left = detail::as_numbers<W>(a), right = detail::as_numbers<W>(b),
                            sums = detail::as_numbers<W>(c);
  auto* const to = static_cast<W*>(sums.elements());
  for (std::size_t i = 0; i < MC::kBatches; ++i) {
    ::simt::multiply_tiles(
        static_cast<const W*>(left.elements()) + i % MA::kBatches * MA::kRows * MA::kColumns,
        static_cast<const W*>(right.elements()) + i % MB::kBatches * MB::kRows * MB::kColumns,
        to + i * MC::kRows * MC::kColumns, MC::kRows, MC::kColumns, MA::kColumns);
  }
  C result;
  auto* const elements = detail::Elements::made(result);
  for (std::size_t i = 0; i < detail::kSizeOf<detail::ShapeOf<C>>; ++i) {
    elements[i] = detail::converted<detail::ElementOf<C>>(to[i]);
  }
  return result;
}

/// a · b: of half and fp8 it has elements of type half, of bfloat16 float.
template <numeric_tile A, numeric_tile B>
SIMT_UNCOUNTED_INLINE auto matmul(const A& a, const B& b) noexcept {
  using E = detail::ElementOf<A>;
  using MA = detail::Matrices<detail::ShapeOf<A>>;
  using MB = detail::Matrices<detail::ShapeOf<B>>;
  using R =
      std::conditional_t<detail::kIsTiny<E>, __half,
                         std::conditional_t<std::is_same_v<E, __half>, __half, detail::SumOf<E>>>;
  constexpr std::size_t batches = MA::kBatches > MB::kBatches ? MA::kBatches : MB::kBatches;
  using S = std::conditional_t<MA::kRank == 3, shape<batches, MA::kRows, MB::kColumns>,
                               shape<MA::kRows, MB::kColumns>>;
  return mma(a, b, zeros<tile<R, S>>());
}

}  // namespace cuda::tiles
